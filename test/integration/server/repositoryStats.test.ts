import { expect, test } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { repositoryStats } from '../../../src/server/routes/repos.ts';
import { indexSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { tempDir, tempRepo } from '../../helpers/tempRepo.ts';

test('no encoding of a handed-over configuration carries a secret through the newest message', async () => {
  const token = `ghp_${'aB3dE5gH7j'.repeat(4).slice(0, 36)}`;
  const repo = tempRepo().file('a.ts', 'export const a = 1;\n');
  const commit = repo.commit(`Add it\n\nIts key is ${token}`);
  const options = resolveOptions({}, {}, null);
  const surroundings = { dir: repo.dir, env: repo.env, cacheDir: tempDir('cora-cache-'), log: silentLog };
  for (const encoding of ['UTF-8', 'UTF-7', 'UTF-16', 'UTF-32LE', 'no such encoding']) {
    repo.git('config', 'i18n.logOutputEncoding', encoding);
    const { latest } = await repositoryStats(indexSettings(options), surroundings);
    expect(latest, encoding).toMatchObject({ hash: commit, author: 'A U Thor' });
    expect(latest!.message, encoding).toMatch(/^Add it\n\nIts key is REDACTED\*{32}$/);
  }
});

test('the newest commit may be of a date at which git ends, and say a megabyte', async () => {
  const repo = tempRepo().file('a.ts', 'export const a = 1;\n');
  repo.commit('Add it');
  const tree = repo.git('rev-parse', 'HEAD^{tree}');
  const object = `tree ${tree}\nauthor ${'A'.repeat(100_000)} <a@b> 0 -0500\ncommitter A <a@b> 0 -0500\n\nImported${' now'.repeat(200_000)}\n`;
  repo.git('update-ref', 'HEAD', repo.gitInput(object, 'hash-object', '-t', 'commit', '-w', '--stdin'));
  const surroundings = { dir: repo.dir, env: repo.env, cacheDir: tempDir('cora-cache-'), log: silentLog };
  const { latest } = await repositoryStats(indexSettings(resolveOptions({}, {}, null)), surroundings);
  expect(latest).toMatchObject({ message: expect.stringMatching(/^Imported now/), date: '1969-12-31T19:00:00-05:00' });
  expect(JSON.stringify(latest).length).toBeLessThan(21_000);
});
