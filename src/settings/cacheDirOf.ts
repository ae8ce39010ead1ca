/** The user's cache directory for Cora, where the system keeps such. The environment is an argument. */

import { homedir } from 'node:os';
import { join } from 'node:path';
import { mustBeOwn, shutOthersOut } from '../disk/makePrivate.ts';

/** @throws CoraError STORE where others could have planted something in it */
export function cacheDirOf(env: NodeJS.ProcessEnv): string {
  const dir = placeIn(env);
  mustBeOwn(dir, 'XDG_CACHE_HOME', env);
  shutOthersOut(dir);
  return dir;
}

function placeIn(env: NodeJS.ProcessEnv): string {
  if (env['XDG_CACHE_HOME']) return join(env['XDG_CACHE_HOME'], 'cora');
  if (process.platform === 'win32' && env['LOCALAPPDATA']) return join(env['LOCALAPPDATA'], 'cora', 'cache');
  return join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache', 'cora');
}
