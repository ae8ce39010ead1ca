/** The Action as a runner has just downloaded it: no node_modules. It brings LanceDB's binary itself, from the npm registry. */

import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { runAction } from '../helpers/runAction.ts';
import { type TempRepo, tempDir, tempRepo } from '../helpers/tempRepo.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;
let repo: TempRepo;

beforeAll(() => {
  folder = join(tempDir(), 'cora', 'v1');
  mkdirSync(folder, { recursive: true });
  for (const name of ['dist', 'package.json', 'package-lock.json', 'action.yml'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  repo = tempRepo().file('a.py', 'def a():\n    return 1\n');
  repo.commit();
});

it.skipIf(process.platform === 'win32')('says what to do where npm is not', async () => {
  const bin = tempDir();
  for (const dir of (process.env['PATH'] ?? '').split(':').reverse())
    for (const name of ['git', 'tar'].filter((program) => has(dir, program) && !has(bin, program)))
      symlinkSync(join(dir, name), join(bin, name));
  const run = await start({ PATH: bin });
  expect(run.code).toBe(1);
  expect(run.annotations.map(({ message }) => message)).toEqual([
    expect.stringContaining('put actions/setup-node before this step'),
  ]);
});

it('installs one package beside its dist, with the checksum of the lock file, and only once', async () => {
  const first = await start({});
  expect(first).toMatchObject({ code: 0, outputs: { files: '1', embedded: '1' }, annotations: [] });
  expect(first.log).toContain("Installed LanceDB's binary in ");
  expect(readdirSync(folder).sort()).toEqual([
    'action.yml',
    'dist',
    'node_modules',
    'package-lock.json',
    'package.json',
  ]);
  expect(readdirSync(join(folder, 'node_modules'))).toEqual(['@lancedb']);
  expect(readdirSync(join(folder, 'node_modules/@lancedb'))).toEqual([
    expect.stringMatching(/^lancedb-(linux|darwin|win32)-/),
  ]);
  const second = await start({});
  expect(second).toMatchObject({ code: 0, outputs: { embedded: '0' } });
  expect(second.log).not.toContain('Installed');
});

function has(dir: string, name: string): boolean {
  try {
    return readdirSync(dir).includes(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function start(env: NodeJS.ProcessEnv) {
  return runAction({ workspace: repo.dir, env: { ...repo.env, ...env }, action: join(folder, 'dist/action.js') });
}
