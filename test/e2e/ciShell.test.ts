/** The plain shell of docs/ci.md, run as it is written: two machines that share a folder. */

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { CLI } from '../helpers/runCli.ts';
import { type TempRepo, tempDir, tempRepo } from '../helpers/tempRepo.ts';

const docs = readFileSync(new URL('../../docs/ci.md', import.meta.url), 'utf8');
const script = /^```sh\n([\s\S]*?)^```$/m.exec(docs)![1]!;

it.skipIf(process.platform === 'win32')('builds first, then computes only what is new', () => {
  const origin = tempRepo().file('a.py', 'def a():\n    return 1\n');
  origin.commit();
  const shared = tempDir();
  const [first, second] = [origin.clone(), origin.clone()];
  expect(run(first, shared)).toMatch(/index\.tar is not there[\s\S]*1 vector computed[\s\S]*is whole: 1 file/);
  origin.file('b.py', 'def b():\n    return 2\n').commit();
  expect(run(second, shared)).toMatch(
    /1 file, 1 chunk added[\s\S]*2 files, 2 chunks \(1 file read, 1 vector computed\)[\s\S]*is whole: 2 files/,
  );
  expect(readdirSync(shared)).toEqual(['index.tar']);
});

/** With what is built here where the page has its clone. */
function run({ dir, env }: TempRepo, shared: string): string {
  const home = tempDir();
  symlinkSync(dirname(dirname(CLI)), join(home, 'cora'));
  const { status, stdout, stderr } = spawnSync('sh', ['-e'], {
    cwd: dir,
    input: script,
    encoding: 'utf8',
    env: { ...env, HOME: home, SHARED: shared },
  });
  expect(status, stderr).toBe(0);
  return `${stderr}\n${stdout}`;
}
