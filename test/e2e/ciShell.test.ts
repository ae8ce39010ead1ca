/** What docs/ci.md gives a plain shell and a job of GitLab, run as it is written. */

import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
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
    /1 file, 1 chunk added[\s\S]*2 files, 2 chunks \(1 file reused, 1 read, 1 vector computed\)[\s\S]*is whole: 2 files/,
  );
  expect(readdirSync(shared)).toEqual(['index.tar']);
});

it.skipIf(process.platform === 'win32')('a job of GitLab builds first, then goes on from its cache', () => {
  const snippet = [...docs.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text]) => text!);
  const { index: job } = parse(snippet.find((text) => text.startsWith('index:'))!) as { index: GitLabJob };
  const [kept] = job.cache.paths as [string];
  expect(job.artifacts.paths).toEqual([kept]);
  const [install, ...commands] = job.script;
  expect(install).toContain('/opt/cora');
  const runner = (): string => commands.join('\n').replaceAll('/opt/cora/dist/cli.js', CLI);
  const origin = tempRepo().file('a.py', 'def a():\n    return 1\n');
  origin.commit();
  const first = origin.clone();
  expect(runIn(first, runner())).toMatch(/1 file, 1 chunk \(1 file read, 1 vector computed\)/);
  origin.file('b.py', 'def b():\n    return 2\n').commit();
  const second = origin.clone();
  copyFileSync(first.path(kept), second.path(kept));
  expect(runIn(second, runner())).toMatch(/1 chunk added[\s\S]*2 chunks \(1 file reused, 1 read, 1 vector computed\)/);
  // What somebody else has left in the cache is no index: it is built.
  const third = origin.clone();
  writeFileSync(third.path(kept), 'no index');
  expect(runIn(third, runner())).toMatch(/2 files read, 2 vectors computed/);
});

interface GitLabJob {
  script: string[];
  cache: { paths: string[] };
  artifacts: { paths: string[] };
}

/** With what is built here where the page has its clone. */
function run(repo: TempRepo, shared: string): string {
  const home = tempDir();
  symlinkSync(dirname(dirname(CLI)), join(home, 'cora'));
  return runIn(repo, script, { HOME: home, SHARED: shared });
}

function runIn({ dir, env }: TempRepo, input: string, more: NodeJS.ProcessEnv = {}): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-e'], {
    cwd: dir,
    input,
    encoding: 'utf8',
    env: { ...env, ...more },
  });
  expect(status, stderr).toBe(0);
  return `${stderr}\n${stdout}`;
}
