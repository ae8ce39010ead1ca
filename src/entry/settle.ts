/** All settings of one run: flags, the environment and the cora.config.json that counts in a directory. */

import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { CoraError, fleetHomeOf, type Options, resolveOptions } from '../index.ts';
import { leadsOut } from './leadsOut.ts';
import { readConfig, readConfigFile } from './readConfig.ts';

/**
 * A store that the config file names lies beside that file, wherever in the repository the command runs.
 * @param file a config to read instead of the one that is found from `dir` upwards
 */
export function settle(flags: Options, env: NodeJS.ProcessEnv, dir: string, file?: string): Options {
  const config = file === undefined ? readConfig(dir) : readConfigFile(file);
  const options = resolveOptions(flags, env, config?.value ?? null);
  const isConfigured = flags.store === undefined && (env['CORA_STORE'] ?? '') === '';
  if (config === null || options.store === undefined || !isConfigured) return options;
  return { ...options, store: storeWithin(config.dir, options.store) };
}

/** @throws CoraError CONFIG where a link of the repository leads the store out of it, or where nothing can have such a name */
function storeWithin(dir: string, store: string): string {
  const path = join(dir, store);
  const there = nearestThere(path);
  const inside = relative(realpathSync(dir), existsSync(there) ? realpathSync(there) : '/');
  if (!leadsOut(inside)) return path;
  throw new CoraError('CONFIG', `"store" in cora.config.json leads out of the repository: ${there} is a link.`, {
    hint: 'a store elsewhere is your own choice: --store or CORA_STORE',
  });
}

/** The path, or the folder around it that is there. */
function nearestThere(path: string): string {
  try {
    let there = path;
    while (lstatSync(there, { throwIfNoEntry: false }) === undefined) there = dirname(there);
    return there;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CoraError('CONFIG', `"store" in cora.config.json is no folder that there can be (${code}).`, {
      hint: 'name a folder of the repository, such as ".git/cora"',
      cause: error,
    });
  }
}

/** The settings of the fleet: the file in its home is the user's own, and may say what a repository's may not. */
export function settleHome(flags: Options, env: NodeJS.ProcessEnv): Options {
  const file = join(fleetHomeOf(flags, env), 'cora.config.json');
  const config = existsSync(file) ? readConfigFile(file).value : null;
  return resolveOptions(flags, env, config, true);
}
