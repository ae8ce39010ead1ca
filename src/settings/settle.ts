/**
 * All settings of one run: flags, the environment and the cora.config.json that counts in a
 * directory.
 */

import { existsSync, lstatSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseUserJson } from '../base/boundedJson.ts';
import { CoraError } from '../base/errors.ts';
import { readBoundedSync } from '../disk/boundedRead.ts';
import { mustBeOwn } from '../disk/makePrivate.ts';
import type { Flags, Options } from './options.ts';
import { resolveOptions } from './resolveOptions.ts';
import { fleetHomeOf } from './userFolders.ts';

/**
 * A store that the config file names lies in the Git directory: what lies in the working tree came
 * with the clone.
 * @param file a config to read instead of the one that is found from `dir` upwards
 */
export function settle(flags: Flags, env: NodeJS.ProcessEnv, dir: string, file?: string): Options {
  const config = file === undefined ? readConfig(dir) : readConfigFile(file);
  const options = resolveOptions(flags, env, config?.value ?? null);
  const isConfigured = flags.store === undefined && (env['CORA_STORE'] ?? '') === '';
  if (config === null || options.store === undefined || !isConfigured) return options;
  return { ...options, store: storeWithin(config.dir, options.store) };
}

/** @throws CoraError CONFIG where a link is in its place */
function storeWithin(dir: string, store: string): string {
  const path = join(commonDirAround(dir), basename(store));
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return path;
  throw new CoraError('CONFIG', `"store" in cora.config.json leads out of the Git directory: ${path} is a link.`, {
    hint: 'a store elsewhere is your own choice: --store or CORA_STORE',
  });
}

/**
 * Returns where `.git` leads: a folder; in a linked worktree or a submodule a file that names one,
 * which may name the common one.
 */
function commonDirAround(dir: string): string {
  const git = join(dir, '.git');
  const found = lstatSync(git, { throwIfNoEntry: false });
  if (found === undefined && dirname(dir) !== dir) return commonDirAround(dirname(dir));
  if (found?.isFile() !== true) return git;
  const named = resolve(dir, pathIn(git).replace(/^gitdir: /, ''));
  const common = join(named, 'commondir');
  return existsSync(common) ? resolve(named, pathIn(common)) : named;
}

/** More bytes than two of the longest paths have. */
const MOST_OF_PATH = 8192;

function pathIn(file: string): string {
  return readBoundedSync(file, MOST_OF_PATH).toString('utf8').trimEnd();
}

/**
 * The settings of the fleet: the file in its home is the user's own, and may say what a
 * repository's may not.
 */
export function settleHome(flags: Flags, env: NodeJS.ProcessEnv): Options {
  const home = fleetHomeOf(flags, env);
  mustBeOwn(home, 'CORA_HOME', env);
  const file = join(home, 'cora.config.json');
  const config = existsSync(file) ? readConfigFile(file).value : null;
  return resolveOptions(flags, env, config, true);
}

// cora.config.json of the repository around: looked for from a directory upwards, as far as the
// repository reaches.

interface Config {
  /** The folder of the file: its relative paths begin there. */
  dir: string;
  value: unknown;
}

/** @returns null where there is none, and outside of a repository */
function readConfig(from: string): Config | null {
  let found: string | null = null;
  for (let dir = resolve(from); ; dir = dirname(dir)) {
    const path = join(dir, 'cora.config.json');
    if (found === null && existsSync(path)) found = path;
    if (existsSync(join(dir, '.git'))) return found === null ? null : readConfigFile(regularFile(found));
    // Whoever may write to a directory above, such as /tmp, is not asked.
    if (dirname(dir) === dir) return null;
  }
}

/**
 * @throws CoraError CONFIG for a link, which a clone may bring: what it leads to would be quoted in
 * messages
 */
function regularFile(path: string): string {
  if (lstatSync(path).isFile()) return path;
  throw new CoraError('CONFIG', `${path} is not a regular file.`, {
    hint: 'Replace it with a copy of the settings: Cora does not follow links.',
  });
}

/** @throws CoraError CONFIG where it is not there or no JSON */
function readConfigFile(path: string): Config {
  return { dir: dirname(path), value: parseConfig(path) };
}

/** More than any settings have. */
const MOST_OF_CONFIG = 2 ** 20;

function parseConfig(path: string): unknown {
  try {
    return parseUserJson(readBoundedSync(path, MOST_OF_CONFIG).toString('utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const problem = code === undefined ? `is not valid JSON: ${message}` : `cannot be read (${code}).`;
    const hint =
      code === undefined
        ? 'fix its quotes, commas and brackets: it must hold one JSON object'
        : 'check its permissions';
    throw new CoraError('CONFIG', `${path} ${problem}`, { hint, cause: error });
  }
}
