/**
 * Folders of the user, outside of any repository: the cache, and the home of a fleet (~/.cora,
 * CORA_HOME or --repos-base-dir) with cora.config.json, repos/<id>/ (clones), state/
 * (manifest.json, jobs.json, sync.lock) and logs/sync.log. The environment is given.
 */

import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { CoraError, systemFailure } from '../base/errors.ts';
import { makePrivate, mustBeOwn, shutOthersOut } from '../disk/makePrivate.ts';
import type { Flags } from './options.ts';

export function fleetHomeOf(options: Pick<Flags, 'repos-base-dir'>, env: NodeJS.ProcessEnv): string {
  const given = [options['repos-base-dir'], env['CORA_REPOS_BASE_DIR'], env['CORA_HOME']];
  return resolve(given.find((dir) => dir !== undefined && dir !== '') ?? join(homedir(), '.cora'));
}

/**
 * Makes the folder of a home's state, for the user alone.
 * @throws CoraError STORE where its state cannot be written, with the way to another home
 */
export function prepareHome(home: string): void {
  try {
    // The home itself may be a folder that the user named: others are shut out of what Cora makes
    // in it.
    makePrivate(stateDir(home), true);
    accessSync(stateDir(home), constants.W_OK | constants.X_OK);
  } catch (error) {
    const known = systemFailure(error, `${home}, where Cora keeps its list of repositories, can't be written`);
    if (known === null) throw error;
    throw new CoraError('STORE', known.message, {
      hint: 'check owner and permissions, or choose another place: --repos-base-dir DIR or CORA_HOME',
      cause: error,
    });
  }
}

export function cloneDir(home: string, id: string): string {
  return join(home, 'repos', id);
}

export function stateDir(home: string): string {
  return join(home, 'state');
}

export function manifestPath(home: string): string {
  return join(stateDir(home), 'manifest.json');
}

export function jobsPath(home: string): string {
  return join(stateDir(home), 'jobs.json');
}

export function syncLogPath(home: string): string {
  return join(home, 'logs', 'sync.log');
}

/** @throws CoraError STORE where others could have planted something in it */
export function cacheDirOf(env: NodeJS.ProcessEnv): string {
  const dir = cachePlaceIn(env);
  mustBeOwn(dir, 'XDG_CACHE_HOME', env);
  shutOthersOut(dir);
  return dir;
}

function cachePlaceIn(env: NodeJS.ProcessEnv): string {
  if (env['XDG_CACHE_HOME']) return join(env['XDG_CACHE_HOME'], 'cora');
  if (process.platform === 'win32' && env['LOCALAPPDATA']) return join(env['LOCALAPPDATA'], 'cora', 'cache');
  return join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache', 'cora');
}
