/**
 * The caller's view: the indexed commit nearest to HEAD, moved to HEAD and to what lies uncommitted
 * in the working tree. Rows of blobs that the table does not hold are made in memory; nothing is
 * written.
 */
import type { Freshness } from '../base/searchTypes.ts';
import type { BlobKey, ChunkedBlob, ChunkRow, Embedder } from '../base/types.ts';
import type { ChunkStore } from '../store/openStore.ts';
import { type ViewRecord } from '../store/views.ts';
import { ViewStatistics } from './statistics.ts';
import { type ViewFiles } from './viewFiles.ts';
import { ViewMemory } from './viewMemory.ts';
import { type Workspace } from './workspace.ts';
export type { ViewedFile } from './viewFiles.ts';
export interface CallerView extends ViewFiles {
    statistics: ViewStatistics;
    /** Rows of blobs that are not in the table. */
    overlay: ChunkRow[];
    /** True if a blob is known to hold no secret: the last build looked. */
    isClean(blob: BlobKey): boolean;
    /**
     * Bytes of uncommitted files as they were when the view was made, of as many as were kept; and of
     * those that the repository lacks.
     */
    contents?: ReadonlyMap<string, Uint8Array>;
    freshness: Freshness;
    repository: string;
    commit: string | null;
}
interface CallerViewRequest {
    workspace: Workspace;
    /** The store's directory for this embedder. */
    dir: string;
    store: Promise<ChunkStore>;
    embedder: Embedder;
    chunk(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
    /** Leave the working tree out. */
    committed: boolean;
    /** The most that is read of what is new; for other callers than queries. */
    most?: {
        files: number;
        bytes: number;
    };
    /** The memory of earlier views of the same caller in the same store. */
    memory?: ViewMemory<CallerView>;
    signal?: AbortSignal;
}
/** @throws CoraError NO_INDEX that names the command to run */
export declare function callerView(asked: CallerViewRequest): Promise<CallerView>;
export declare function viewOfRecord(record: ViewRecord): CallerView;
/** Nobody's HEAD is known. */
export declare function freshnessAlone({ commit, shard, missing, }: Pick<ViewRecord, 'commit' | 'shard' | 'missing'>): Freshness;
