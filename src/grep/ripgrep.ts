/**
 * The door to ripgrep. It says which files may hold a hit, and nothing else: what is shown is read
 * and matched by Cora, so an old ripgrep, a failing one or none at all gives the same hits, only
 * later.
 */

import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join, relative, sep } from 'node:path';
import { CoraError } from '../base/errors.ts';
import { programPath } from '../base/programPath.ts';
import type { Environment } from '../base/types.ts';

const FLAGS = [
  '--no-config', // a configuration file may name programs (--pre)
  '--files-with-matches',
  '--null', // paths may hold newlines
  '--text', // Cora decides itself what is binary
  '--no-messages',
  '--hidden', // the caller says which files are searched, no ignore file
  '--no-ignore',
  '--color=never',
  '--path-separator=/',
];

/** Far below what Linux takes for one command; Windows takes 32,767 characters. */
export const ARGUMENT_CHARACTERS = process.platform === 'win32' ? 24_000 : 100_000;

/**
 * @param root programs below it, and in folders of PATH that a repository has a say in, are not
 * considered: a repository's own `rg` must not run
 * @returns the absolute path of ripgrep, or null
 */
export async function findRipgrep(root: string, env: Environment): Promise<string | null> {
  const names = process.platform === 'win32' ? ['rg.exe'] : ['rg'];
  for (const directory of programPath(env.PATH ?? env.Path ?? '').split(delimiter)) {
    if (directory === '' || isInside(root, directory)) continue;
    for (const name of names) {
      const path = join(directory, name);
      if (await isExecutable(path)) return path;
    }
  }
  return null;
}

function isInside(root: string, directory: string): boolean {
  const path = relative(root, directory);
  return path === '' || !(path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path));
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/**
 * @param program from findRipgrep
 * @param pattern in ripgrep's syntax
 * @param paths regular files below root, relative, with `/`; together at most ARGUMENT_CHARACTERS.
 * ripgrep follows a link that is named to it and waits at a FIFO: the caller looks first
 * @returns the paths that may hold a hit, or null where ripgrep can't say (then all of them may)
 */
export async function filesThatMayMatch(
  program: string,
  pattern: string,
  paths: readonly string[],
  options: { root: string; env: Environment; signal?: AbortSignal | undefined },
): Promise<Set<string> | null> {
  // An argument is text: a path with other bytes can't be one. Without any path, ripgrep would
  // search all there is.
  const named = paths.filter((path) => !path.includes('\uFFFD'));
  const others = paths.filter((path) => path.includes('\uFFFD'));
  if (named.length === 0) return new Set(others);
  const { RIPGREP_CONFIG_PATH: _, ...env } = options.env;
  // A leading ./ keeps a path that starts with a dash from being read as an option.
  const child = spawn(program, [...FLAGS, `--regexp=${pattern}`, '--', ...named.map((path) => `./${path}`)], {
    cwd: options.root,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
    signal: options.signal,
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (data: Buffer) => output.push(data));
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  if (options.signal?.aborted) throw new CoraError('ABORTED', 'The search was stopped.');
  // 0: some match, 1: none does, 2: an error, such as a file that vanished or a property it does
  // not know.
  if (code !== 0 && code !== 1) return null;
  const found = Buffer.concat(output).toString('utf8').split('\0');
  const matching = found.filter((path) => path !== '').map((path) => (path.startsWith('./') ? path.slice(2) : path));
  return new Set([...matching, ...others]);
}
