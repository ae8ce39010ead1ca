/** The folder that one history happens in: repositories, linked worktrees, a home. All that happens is a line of shell. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface World {
  /** Absolute. `work` in it is the repository. */
  root: string;
  env: NodeJS.ProcessEnv;
  isMounted: boolean;
}

/** A change: a line of shell in a folder of the world. */
export interface Change {
  do: 'sh';
  /** Seen from the root. */
  in: string;
  script: string;
  /** Sets the dates of commits. */
  at: number;
}

/** @param smallDisk megabytes of a disk of its own, which needs the right to mount; null for none */
export function createWorld(seed: number, smallDisk: number | null): World {
  const root = realpathSync(mkdtempSync(join(tmpdir(), `cora-history-${seed}-`)));
  const isMounted =
    smallDisk !== null &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${smallDisk}m`, 'tmpfs', root], { stdio: 'ignore' }).status === 0;
  const env: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(process.env)) if (!/^(?:GIT_|CORA_)/.test(name)) env[name] = value;
  const home = join(root, 'home');
  mkdirSync(home);
  return {
    root,
    isMounted,
    env: {
      ...env,
      HOME: home,
      XDG_CONFIG_HOME: home,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'A U Thor',
      GIT_AUTHOR_EMAIL: 'author@example.com',
      GIT_COMMITTER_NAME: 'C O Mitter',
      GIT_COMMITTER_EMAIL: 'committer@example.com',
      GIT_ALLOW_PROTOCOL: 'file',
      GIT_EDITOR: 'true',
      LC_ALL: 'C.UTF-8',
    },
  };
}

export function removeWorld({ root, isMounted }: World): void {
  if (isMounted) spawnSync('umount', ['-l', root], { stdio: 'ignore' });
  rmSync(root, { recursive: true, force: true });
}

/** What fails leaves the world as far as it came: that is a state too. */
export function change(world: World, { in: folder, script, at }: Change): { status: number; output: string } {
  const cwd = join(world.root, folder);
  if (!existsSync(cwd)) return { status: 127, output: `${folder} is not there` };
  const date = `${1_700_000_000 + at} +0000`;
  const run = spawnSync('bash', ['-c', script], {
    cwd,
    env: { ...world.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { status: run.status ?? 128, output: `${run.stdout.toString('latin1')}${run.stderr.toString('latin1')}` };
}

/** Reads with git; names are strings of latin1. */
export function linesOf(world: World, folder: string, ...args: string[]): string[] {
  const cwd = join(world.root, folder);
  if (!existsSync(cwd)) return [];
  const run = spawnSync('git', args, { cwd, env: world.env, maxBuffer: 1 << 28 });
  const text = run.stdout?.toString('latin1') ?? '';
  return text.split(args.includes('-z') ? '\0' : '\n').filter((line) => line !== '');
}

/** A word for bash, of bytes. */
export function word(bytes: string): string {
  if (/^[\w./=:@%+,-]+$/.test(bytes)) return bytes;
  if (/^[\x20-\x7e\n]*$/.test(bytes)) return `'${bytes.replaceAll("'", `'\\''`)}'`;
  const escaped = [...bytes].map((letter) => {
    if (letter === "'" || letter === '\\') return `\\${letter}`;
    return /[\x20-\x7e]/.test(letter) ? letter : `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return `$'${escaped.join('')}'`;
}
