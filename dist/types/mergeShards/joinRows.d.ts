/** Rows of all shards in the order of the whole: of each shard only a block is held. */
import type { PackedBlob } from '../artifact/rowBlock.ts';
import type { RowWithVector } from '../artifact/writeArtifact.ts';
import type { Watch } from '../indexRepository.ts';
import type { RowsDigest } from '../query/statistics.ts';
import type { ViewPath } from '../storePort.ts';
import type { OpenShard } from './openShards.ts';
/**
 * A shard's rows stand in the order of their first paths, as the whole's do, so that the next row is always the next one of its shard.
 * @param shards all of them, in order
 * @param sum counts the rows
 * @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX that name the shard's file; ABORTED
 */
export declare function joinRows(shards: readonly OpenShard[], files: readonly ViewPath[], sum: RowsDigest, { signal, onProgress }: Watch): AsyncGenerator<PackedBlob<RowWithVector>, void, undefined>;
