/** `--index FOLDER`: where its index is found, and what is none. */

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { openNamedStore } from '../../../src/session/namedIndex.ts';
import { gitEnv, tempDir } from '../../helpers/tempRepo.ts';

function openIn(path: string): Promise<string> {
  return openNamedStore(path, { env: gitEnv(), cacheDir: tempDir(), log: silentLog });
}

function folderWith(...indexes: string[]): string {
  const dir = tempDir();
  for (const index of indexes) {
    mkdirSync(join(dir, index), { recursive: true });
    writeFileSync(join(dir, index, 'repo_state.json'), '{}');
  }
  return dir;
}

it.each(['.', 'store', 'cora/store'])('an index is found at %s', async (index) => {
  const dir = folderWith(index);
  expect(await openIn(dir)).toBe(join(dir, index));
});

it('what is no index is told apart: nothing there, no file, no archive, no index in it, several', async () => {
  const dir = tempDir();
  const text = join(dir, 'text.tar');
  writeFileSync(text, 'hello');
  await expect(openIn(join(dir, 'absent'))).rejects.toMatchObject({ code: 'NO_INDEX' });
  await expect(openIn(text)).rejects.toMatchObject({ code: 'BAD_ARTIFACT' });
  await expect(openIn('/dev/null')).rejects.toMatchObject({ code: 'BAD_ARTIFACT' });
  await expect(openIn(dir)).rejects.toThrow(/holds no index/);
  await expect(openIn(folderWith('one', 'two'))).rejects.toThrow(/holds 2 indexes/);
});

it('links in a directory that the user names are not followed to look for one', async () => {
  const named = tempDir();
  symlinkSync(folderWith('store'), join(named, 'link'));
  await expect(openIn(named)).rejects.toMatchObject({ code: 'NO_INDEX' });
});
