/**
 * The runner's cache through @actions/cache, as one file under one name. The library takes its paths from the working
 * folder and GITHUB_WORKSPACE and counts them into an entry's version: it is shown a folder of ours, so that entries fit on
 * every system and wherever the workspace lies, and so that nothing is unpacked among the user's files.
 */

import { basename, dirname } from 'node:path';
import type { ActionCache } from '../index.ts';

/** @returns null where the runner has no cache service */
export async function createActionCache(env: NodeJS.ProcessEnv): Promise<ActionCache | null> {
  const cache = await import('@actions/cache');
  if (!cache.isFeatureAvailable()) return null;
  return {
    restore: async (file, { key, restoreKeys }) =>
      (await within(file, env, (path) => cache.restoreCache([path], key, restoreKeys, undefined, true))) ?? null,
    save: async (file, key) =>
      (await within(file, env, (path) => cache.saveCache([path], key, undefined, true))) !== -1,
  };
}

async function within<T>(file: string, env: NodeJS.ProcessEnv, run: (path: string) => Promise<T>): Promise<T> {
  const folder = process.cwd();
  const workspace = env['GITHUB_WORKSPACE'];
  process.chdir(dirname(file));
  env['GITHUB_WORKSPACE'] = dirname(file);
  try {
    return await run(basename(file));
  } finally {
    process.chdir(folder);
    if (workspace === undefined) delete env['GITHUB_WORKSPACE'];
    else env['GITHUB_WORKSPACE'] = workspace;
  }
}
