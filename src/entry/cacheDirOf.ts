/** The user's cache directory for Cora, where the system keeps such. The environment is an argument. */

import { homedir } from 'node:os';
import { join } from 'node:path';

export function cacheDirOf(env: NodeJS.ProcessEnv): string {
  if (env['XDG_CACHE_HOME']) return join(env['XDG_CACHE_HOME'], 'cora');
  if (process.platform === 'win32' && env['LOCALAPPDATA']) return join(env['LOCALAPPDATA'], 'cora', 'cache');
  return join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache', 'cora');
}
