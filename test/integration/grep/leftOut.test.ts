import { expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { grepRepository } from '../../../src/grep/grepRepository.ts';
import { grepSettings, indexSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { tempDir, tempRepo } from '../../helpers/tempRepo.ts';

it('says that files which .gitattributes takes out are not searched, if nothing is found elsewhere', async () => {
  const repo = tempRepo().file('a.c', 'int one;\n').file('test/mock.c', 'int MockServer;\n');
  repo.file('.gitattributes', 'test/** linguist-vendored\n').file('node_modules/x/i.js', 'MockServer\n').commit('One');
  const options = resolveOptions({}, {}, null);
  const noticeFor = async (pattern: string, path?: string): Promise<string | undefined> => {
    const limits = { maxTotal: 100, signal: new AbortController().signal };
    const asked = { ...grepSettings(options), ...limits, ...(path === undefined ? {} : { paths: [path] }) };
    const surroundings = { dir: repo.dir, env: {}, cacheDir: tempDir(), log: silentLog };
    return (await grepRepository(pattern, indexSettings(options), surroundings, asked)).notice;
  };
  expect(await noticeFor('MockServer')).toBe(
    'Nothing found. Not searched: 1 file such as test/mock.c, which .gitattributes calls vendored or generated.',
  );
  expect(await noticeFor('one')).toBeUndefined();
  expect(await noticeFor('MockServer', '*.c')).toContain('test/mock.c');
});
