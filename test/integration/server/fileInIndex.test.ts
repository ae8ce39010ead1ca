/** One file of a repository: how many chunks a query finds of it, or why it finds none. */

import { mkdirSync, symlinkSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { fileInIndex } from '../../../src/server/servedJobs.ts';
import { sessionSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { cora } from '../../helpers/cora.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

let repo: TempRepo;
const cacheDir = tempDir();

function look(path: string, dir = repo.dir, flags = {}) {
  const options = resolveOptions({ jobs: 0, embedder: 'hash', exclude: ['left/**'], ...flags }, {}, null);
  return fileInIndex(path, sessionSettings(options), { dir, env: repo.env, cacheDir, log: silentLog });
}

beforeAll(async () => {
  repo = tempRepo()
    .file('.gitignore', 'build/\n')
    .file('src/a.ts', `${'export function one() {\n  return 1;\n}\n'.repeat(40)}`)
    .file('src/b.ts', 'export const two = 2;\n')
    .file('left/out.ts', 'export const three = 3;\n')
    .file('package-lock.json', '{}\n')
    .file('empty.ts', '')
    .file('image.bin', new Uint8Array([0, 1, 2, 3, 0, 255]));
  repo.commit();
  await cora(repo, { exclude: ['left/**'] }).index();
  repo.file('src/b.ts', 'export const two = 22;\n').file('src/new.ts', 'export const four = 4;\n');
  repo.file('build/x.ts', 'export const five = 5;\n').remove('src/a.ts');
  repo.file('src/a.ts', `${'export function one() {\n  return 1;\n}\n'.repeat(40)}`);
  symlinkSync('src/b.ts', repo.path('link.ts'));
  mkdirSync(repo.path('folder'));
});

describe('a file that queries find', () => {
  it('has its chunks counted, committed or not', async () => {
    expect(await look('src/a.ts')).toEqual({ path: 'src/a.ts', status: 'committed', chunks: expect.any(Number) });
    expect((await look('src/a.ts')).chunks).toBeGreaterThan(1);
    expect(await look('src/b.ts')).toMatchObject({ status: 'modified', chunks: 1 });
    expect(await look('src/new.ts')).toMatchObject({ status: 'untracked', chunks: 1 });
  });

  it('is looked up in a bare clone too', async () => {
    const bare = repo.clone('--bare');
    await cora(bare).index();
    expect(await look('src/b.ts', bare.dir)).toMatchObject({ status: 'committed', chunks: 1 });
    await expect(look('src/new.ts', bare.dir)).rejects.toThrow("'src/new.ts' is not a file of this repository.");
  });
});

describe('a file that they do not find', () => {
  it.each([
    ['left/out.ts', 'is left out of the index: excluded'],
    ['package-lock.json', 'is left out of the index: lock-file'],
    ['empty.ts', 'is left out of the index: empty'],
    ['image.bin', 'is left out of the index: binary'],
    ['build/x.ts', 'is left out of the index: ignored (by Git)'],
    ['nowhere.ts', 'is not a file of this repository'],
    ['folder', 'is not a file of this repository'],
    ['../x.ts', 'leads out of its directory'],
    ['/etc/passwd', 'is not relative to the repository, with /'],
    ['.git/config', 'is inside a Git directory'],
    ['link.ts', 'is not a file of this repository'],
  ])('says why: %s', async (path, reason) => {
    await expect(look(path)).rejects.toMatchObject({ code: 'BAD_PATH', message: expect.stringContaining(reason) });
  });

  it('has no index to be in', async () => {
    await expect(look('src/a.ts', repo.clone().dir)).rejects.toMatchObject({ code: 'NO_INDEX' });
  });
});
