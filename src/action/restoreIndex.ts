/**
 * The newest index of the cache, and what is new since. A cache entry is foreign input: it goes through the reader of `cora pull`,
 * which holds every row against the repository's own blobs. Whatever is wrong with it is a warning, and all is computed.
 */

import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { CoraError, type ErrorCode, isCoraError } from '../base/errors.ts';
import type { IndexReport } from '../base/types.ts';
import { indexRepository } from '../indexing/indexRepository.ts';
import { type PullReport, pullIndex } from '../share/pullIndex.ts';
import type { ActionRequest, Restored } from './actionTypes.ts';
import type { CacheKeys } from './cacheKeys.ts';
import { pruneRequestOf, removeCache } from './pruneCaches.ts';

interface RestoreRequest extends ActionRequest {
  keys: CacheKeys;
  /** An empty one of this run. */
  folder: string;
}

/** What a cache entry can be blamed for; anything else would go wrong without it too. */
const ITS_FAULT: ReadonlySet<ErrorCode> = new Set([
  'BAD_ARTIFACT',
  'INCOMPATIBLE_INDEX',
  'EMBEDDER_MISMATCH',
  'NO_ARTIFACT',
  'STORE',
  'BROKEN_INDEX',
]);

/** What an entry holds. The name counts: entries with another one are not found. */
export const CACHED = 'cora-index.tar.gz';

/** Refused files that are named. */
const LISTED = 5;

export async function restoreIndex(
  request: RestoreRequest,
): Promise<{ index: IndexReport; restored: Restored | null }> {
  const { options, surroundings, watch, onStep } = request;
  const found = await restoreEntry(request);
  if (found !== null) {
    try {
      return await pullEntry(request, found);
    } catch (error) {
      if (!isCoraError(error) || !ITS_FAULT.has(error.code)) throw error;
      const { message } = error;
      surroundings.log.warn(`The index of the cache (${found.key}) is not used, everything is indexed: ${message}`);
      await forget(request, found.key);
    }
  }
  if (found === null && request.cache !== null) onStep({ step: 'restored', restored: null, tookMs: 0 });
  return { index: await indexRepository(options, surroundings, watch), restored: null };
}

interface Found {
  key: string;
  file: string;
  tookMs: number;
}

async function restoreEntry({ cache, keys, folder }: RestoreRequest): Promise<Found | null> {
  if (cache === null) return null;
  const started = Date.now();
  const file = join(folder, CACHED);
  const key = await cache.restore(file, keys);
  return key === null ? null : { key, file, tookMs: Date.now() - started };
}

async function pullEntry(request: RestoreRequest, { key, file, tookMs }: Found) {
  const { options, surroundings, watch, onStep } = request;
  const entry = await lstat(file).catch(() => null);
  if (entry?.isFile() !== true) throw new CoraError('BAD_ARTIFACT', 'it holds no packed index.');
  const { commit, blobs, index, refused } = await pullIndex(file, options, surroundings, watch);
  if (refused.length > 0) surroundings.log.warn(refusedNote(key, refused));
  const restored: Restored = { key, isExact: key === request.keys.key, commit, size: entry.size, blobs };
  onStep({ step: 'restored', restored, tookMs });
  return { index, restored };
}

function refusedNote(key: string, refused: PullReport['refused']): string {
  const named = refused.slice(0, LISTED).map(({ path, reason }) => `${path} (${reason})`);
  const more = refused.length > LISTED ? ` and of ${refused.length - LISTED} more` : '';
  return `What the cache (${key}) says of ${named.join(', ')}${more} does not fit the files: they were indexed again.`;
}

/** An entry of this very commit could not be replaced otherwise. */
async function forget(request: RestoreRequest, key: string): Promise<void> {
  const { inputs, runner, keys, surroundings } = request;
  if (key !== keys.key || runner.readOnly !== null || inputs.cache !== 'true') return;
  try {
    const asked = pruneRequestOf(request);
    if (asked !== null) await removeCache(asked, key, runner.ref);
  } catch (error) {
    if (!isCoraError(error)) throw error;
    surroundings.log.info(`The broken cache entry stays: ${error.message}`);
  }
}
