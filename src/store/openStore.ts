/** Opens the store of one fingerprint: what is asked of it then is chunkStore.ts. */

import { rm } from 'node:fs/promises';
import { isCoraError } from '../base/errors.ts';
import { ChunkStore } from './chunkStore.ts';
import { CHUNKS, createTable, hasTable, openTable, openTableToRead, tableDirectory } from './openTable.ts';
import { takeBackTorn } from './takeBackTorn.ts';

/**
 * @param dir the folder of one fingerprint (`<root>/<fingerprint>`); its table is `chunks.lance`
 * @param dimensions length of the embedder's vectors
 * @param mode `read` never writes anything, so it works in a read-only folder, beside a writer and many times at once;
 *   `write` creates what is missing and is to be used under `withWriteLock`; `rewrite` is that, and a table that cannot be used is replaced
 * @throws CoraError NO_INDEX (read only), BROKEN_INDEX, INCOMPATIBLE_INDEX, EMBEDDER_MISMATCH, PLATFORM or STORE
 */
export async function openStore(
  dir: string,
  dimensions: number,
  mode: 'read' | 'write' | 'rewrite',
): Promise<ChunkStore> {
  if (mode === 'rewrite') return openStore(dir, dimensions, 'write').catch((error) => replace(dir, dimensions, error));
  if (mode === 'read') return new ChunkStore(await openTableToRead(dir, dimensions), null, dimensions);
  await takeBackTorn(tableDirectory(dir, CHUNKS));
  const handle = (await hasTable(dir)) ? await openTable(dir, dimensions) : await createTable(dir, dimensions);
  return new ChunkStore(handle, handle, dimensions);
}

/** What cannot be used by this version, or by anybody. */
const UNUSABLE: ReadonlySet<string> = new Set(['BROKEN_INDEX', 'INCOMPATIBLE_INDEX', 'EMBEDDER_MISMATCH']);

async function replace(dir: string, dimensions: number, error: unknown): Promise<ChunkStore> {
  if (!isCoraError(error) || !UNUSABLE.has(error.code)) throw error;
  await rm(tableDirectory(dir, CHUNKS), { recursive: true, force: true });
  return openStore(dir, dimensions, 'write');
}
