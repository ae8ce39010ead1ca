/** A repository for the tests of hooks: the installer in this process, and a Cora that only writes down how it was called. */

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type HooksChange,
  type HooksRequest,
  type HooksStatus,
  hooksOf,
  installHooks,
  uninstallHooks,
} from '../../../src/freshness/hooks.ts';
import type { Program } from '../../../src/freshness/initClients.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import { jsonLines } from '../../helpers/jsonLines.ts';
import { type TempRepo, tempDir } from '../../helpers/tempRepo.ts';

export const HOOKS = ['post-commit', 'post-merge', 'post-checkout', 'post-rewrite'] as const;

export function installerOf(
  repo: Pick<TempRepo, 'dir' | 'env'>,
  program: Program = { node: '/nowhere/node', cli: '/nowhere/cli.js' },
) {
  // Hooks are off in CI, and these tests may run there.
  delete repo.env['CI'];
  const surroundings = { dir: repo.dir, env: repo.env };
  const request = (more: Partial<HooksRequest> = {}): HooksRequest => ({
    surroundings,
    force: false,
    dryRun: false,
    ...more,
  });
  return {
    install: (more = {}): Promise<HooksChange> => installHooks(program, request(more)),
    uninstall: (more = {}): Promise<HooksChange> => uninstallHooks(request(more)),
    status: async (): Promise<HooksStatus> => hooksOf(await openRepository(repo.dir, repo.env)),
  };
}

/** What Cora says of each hook; where it says nothing, 'runs' if git, which is let run it, gets to cora.sh. */
export function verdicts(repo: Pick<TempRepo, 'dir' | 'env'>, { hooks, dir }: HooksStatus): string[] {
  return hooks.map(({ hook, installed, reason }) => {
    if (!installed || reason !== null) return reason ?? 'not installed';
    return isReached(repo, hook, join(dir, 'cora.sh')) ? 'runs' : 'git does not get there';
  });
}

/** Lets git run a hook, with a script in the place of cora.sh that only says that it was called. */
function isReached({ dir, env }: Pick<TempRepo, 'dir' | 'env'>, hook: string, script: string): boolean {
  const mark = join(tempDir(), 'mark');
  const own = readFileSync(script);
  writeFileSync(script, `echo "$1" >>'${mark}'\n`);
  writeFileSync(mark, '');
  try {
    spawnSync('git', ['hook', 'run', hook, '--', '0', '0', '1'], { cwd: dir, env });
    // The hook of a commit just made may still begin in the background.
    return readFileSync(mark, 'utf8').split('\n').includes(hook);
  } finally {
    writeFileSync(script, own);
  }
}

export const ALL_RUN = HOOKS.map(() => 'runs');

/** How the script in the background called Cora. */
export interface Call {
  argv: string[];
  cwd: string;
  env: Record<string, string>;
  /** Open descriptors above 2, and what 0 is. */
  descriptors: string[];
  input: string;
  niceness: number;
}

/** A program in Cora's place, that appends a Call as JSON to a file and then stays until `release` exists. */
export function recorder(): {
  program: Program;
  calls(count: number): Promise<Call[]>;
  release(): void;
  seen(): Call[];
} {
  const dir = tempDir('cora-recorder-');
  const cli = join(dir, 'cli.js');
  const out = join(dir, 'calls');
  const gate = join(dir, 'gate');
  writeFileSync(out, '');
  writeFileSync(
    cli,
    `const fs = require('node:fs');
const at = '/proc/self/fd';
const links = fs.existsSync(at) ? fs.readdirSync(at).flatMap((fd) => { try { return [[Number(fd), fs.readlinkSync(at + '/' + fd)]]; } catch { return []; } }) : [];
const foreign = links.filter(([fd, to]) => fd > 2 && !/^(anon_inode|pipe|socket|\\/proc|\\/dev\\/null)/.test(to)).map(([, to]) => to);
const input = (links.find(([fd]) => fd === 0) ?? [0, ''])[1];
fs.appendFileSync(${JSON.stringify(out)}, JSON.stringify({ argv: process.argv.slice(2), cwd: process.cwd(), env: process.env, descriptors: foreign, input, niceness: require('node:os').getPriority() }) + '\\n');
const wait = () => fs.existsSync(${JSON.stringify(gate)}) || !fs.existsSync(${JSON.stringify(cli)}) ? process.exit() : setTimeout(wait, 20);
wait();
`,
  );
  const seen = (): Call[] => jsonLines(readFileSync(out, 'utf8'));
  return {
    program: { node: process.execPath, cli },
    seen,
    calls: async (count) => {
      await until(() => seen().length >= count);
      return seen();
    },
    release: () => writeFileSync(gate, ''),
  };
}

/** Waits for something that a process in the background does. The test's own time limit ends it. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(25);
}

export function script(repo: TempRepo, path: string, text: string, mode = 0o755): string {
  repo.file(path, text);
  chmodSync(repo.path(path), mode);
  return repo.path(path);
}

/** A directory for the PATH that holds links to these commands and nothing else. */
export function binOf(commands: Record<string, string>): string {
  const dir = tempDir('cora-bin-');
  mkdirSync(dir, { recursive: true });
  for (const [name, text] of Object.entries(commands)) {
    writeFileSync(join(dir, name), text);
    chmodSync(join(dir, name), 0o755);
  }
  return dir;
}
