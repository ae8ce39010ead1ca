/**
 * Others get a store as this: the last built view, its rows as whole blobs in the order of their first path, and commentary on them.
 * A shard of an index is given to nobody.
 */
import { CoraError } from '../../base/errors.ts';
import type { ChunkRow, EmbedderInfo, RepoState, Shard } from '../../base/types.ts';
import type { ChunkStore, ViewPath } from '../../store/storePort.ts';
import { type Workspace } from '../../view/workspace.ts';
import type { PackedBlob } from '../artifact/blocks.ts';
import type { PackedCommentary } from '../artifact/members.ts';
/** All that a packed row is made of; words and statistics are made again from them. */
export declare const PACKED_COLUMNS: readonly ['chunkId', 'blobSha', 'language', 'kind', 'symbol', 'scope', 'signature', 'nodeType', 'redacted', 'frame', 'startLine', 'endLine', 'startByte', 'endByte', 'part', 'parts', 'parentChunk', 'text', 'doc', 'defines', 'references', 'contentHash', 'vector'];
export type StoredRow = Pick<ChunkRow, (typeof PACKED_COLUMNS)[number]>;
/** @throws CoraError NO_INDEX */
export declare function stateToPack(dir: string, workspace: Workspace, embedder: EmbedderInfo): Promise<RepoState>;
/** Sorted anew: an object puts names such as "7" first. */
export declare function filesToPack(state: RepoState): ViewPath[];
/** @throws CoraError BROKEN_INDEX where rows are missing */
export declare function blobsToPack(store: ChunkStore, files: readonly ViewPath[]): AsyncGenerator<PackedBlob<StoredRow>>;
export declare function cannotPack(what: string): CoraError;
/** @returns sorted by content hash; none where there is none */
export declare function commentaryOfView(dir: string, store: ChunkStore, files: readonly ViewPath[]): Promise<PackedCommentary[]>;
/** @throws CoraError USAGE for a shard */
export declare function refuseShard(shard: Shard | undefined): void;
