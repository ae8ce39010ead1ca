/**
 * The runner's cache through @actions/cache, as one file under one name: a bundle of its own,
 * action-cache.js, which createActionCache.ts starts. The library takes its paths from the working
 * folder and GITHUB_WORKSPACE and counts them into an entry's version: here both are a folder of
 * ours, so that entries fit on every system and wherever the workspace lies, and so that nothing is
 * unpacked among the user's files.
 */

import { basename, dirname } from 'node:path';
import { isFeatureAvailable, restoreCache, saveCache } from '@actions/cache';
import type { CacheAnswer, CacheTask } from './createActionCache.ts';

process.on('message', (message) => {
  answerTo(message as CacheTask)
    .catch((error: unknown): CacheAnswer => ({ failed: error instanceof Error ? error.message : String(error) }))
    .then(say);
});
// The program ends with the Action.
process.on('disconnect', () => process.exit());
say({ isAvailable: isFeatureAvailable() });

async function answerTo(asked: CacheTask): Promise<CacheAnswer> {
  const paths = [basename(asked.file)];
  process.chdir(dirname(asked.file));
  process.env['GITHUB_WORKSPACE'] = dirname(asked.file);
  if (asked.task === 'save') return { isNew: (await saveCache(paths, asked.key, undefined, true)) !== -1 };
  const { key, restoreKeys } = asked.keys;
  return { key: (await restoreCache(paths, key, restoreKeys, undefined, true)) ?? null };
}

function say(answer: CacheAnswer): void {
  process.send?.(answer);
}
