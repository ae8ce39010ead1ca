/** What a pack holds of a store: the last built view and its rows, whole blobs in the order of their first path. */
import type { PackedBlob } from '../artifact/rowBlock.ts';
import { CoraError } from '../errors.ts';
import type { ChunkStore, ViewPath } from '../storePort.ts';
import type { ChunkRow, RepoState } from '../types.ts';
import { type Workspace } from '../workspace.ts';
/** All that a packed row is made of; words and statistics are made again from them. */
export declare const PACKED_COLUMNS: readonly ['chunkId', 'blobSha', 'language', 'kind', 'symbol', 'scope', 'signature', 'nodeType', 'redacted', 'startLine', 'endLine', 'startByte', 'endByte', 'part', 'parts', 'parentChunk', 'text', 'doc', 'defines', 'references', 'contentHash', 'vector'];
export type PackedRow = Pick<ChunkRow, (typeof PACKED_COLUMNS)[number]>;
/** @throws CoraError NO_INDEX */
export declare function stateToPack(dir: string, { settings }: Workspace): Promise<RepoState>;
/** Sorted anew: an object puts names such as "7" first. */
export declare function filesOf(state: RepoState): ViewPath[];
/** @throws CoraError BROKEN_INDEX where rows are missing */
export declare function blobsOf(store: ChunkStore, files: readonly ViewPath[]): AsyncGenerator<PackedBlob<PackedRow>>;
export declare function broken(what: string): CoraError;
