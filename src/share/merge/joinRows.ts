/** Rows of all shards in the order of the whole: of each shard only a block is held. */

import { CoraError } from '../../base/errors.ts';
import type { Watch } from '../../base/types.ts';
import { shardOf } from '../../indexing/takeShard.ts';
import type { ViewPath } from '../../store/storePort.ts';
import type { RowsDigest } from '../../view/statistics.ts';
import { type ArtifactBlob, blobsInOrder } from '../artifact/blocks.ts';
import { refusalOf } from '../artifact/readArtifact.ts';
import type { PackedBlob } from '../artifact/rowBlock.ts';
import type { RowWithVector } from '../artifact/writeArtifact.ts';
import { readRows } from '../unpack/readRows.ts';
import type { OpenShard } from './openShards.ts';

/**
 * A shard's rows stand in the order of their first paths, as the whole's do, so that the next row is always the next one of its shard.
 * @param shards all of them, in order
 * @param sum counts the rows
 * @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX that name the shard's file; ABORTED
 */
export async function* joinRows(
  shards: readonly OpenShard[],
  files: readonly ViewPath[],
  sum: RowsDigest,
  { signal, onProgress }: Watch,
): AsyncGenerator<PackedBlob<RowWithVector>, void, undefined> {
  const sources = shards.map(blobsOf);
  const keys = blobsInOrder(files);
  for (const [done, key] of keys.entries()) {
    if (signal?.aborted) throw new CoraError('ABORTED', 'Stopped. Nothing was written.');
    onProgress({ phase: 'check', done, total: keys.length, chunks: sum.chunks });
    const at = shardOf(key, shards.length) - 1;
    const next = await sources[at]!.next();
    if (next.done === true) throw refusalOf(shards[at]!.file, new CoraError('BAD_ARTIFACT', `it lacks rows of ${key}`));
    const { blob, language, rows } = next.value;
    for (const row of rows) sum.add(row);
    yield { blob, language, rows: rows.map(rowOf) };
  }
  // What is wrong with a shard as a whole is known at its end.
  for (const source of sources) await source.next();
}

async function* blobsOf({ file, reader }: OpenShard): AsyncGenerator<ArtifactBlob, void, undefined> {
  try {
    for await (const blobs of readRows(reader)) yield* blobs;
  } catch (error) {
    throw refusalOf(file, error);
  }
}

function rowOf({ chunk, outline, contentHash, vector }: ArtifactBlob['rows'][number]): RowWithVector {
  return { ...(chunk ?? outline), contentHash, vector };
}
