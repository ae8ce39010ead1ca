/**
 * Rows of files that are not committed yet, kept in the table beside the others: queries then find
 * them there instead of making them again, and so will the commit. Such a row is a function of its
 * blob as any other; what no commit takes goes with the other dead rows.
 */
import type { ChunkedBlob, Embedder, Log } from '../base/types.ts';
import { type Workspace } from '../view/workspace.ts';
export interface EditsRequest {
    workspace: Workspace;
    embedder: Embedder;
    chunk(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
    log: Log;
    signal?: AbortSignal | undefined;
    /** The most that one LanceDB commit takes in, which bounds the memory. */
    batch?: typeof BATCH;
}
export interface IndexedEdits {
    /** File versions that had no rows. */
    blobs: number;
    chunks: number;
}
declare const BATCH: {
    files: number;
    bytes: number;
};
/**
 * True for more edits than a query reads itself. Files that changed rules bring back count, too.
 */
export declare function hasManyEdits(request: Pick<EditsRequest, 'workspace' | 'signal'>): Promise<boolean>;
export declare function indexManyEdits(request: Omit<EditsRequest, 'chunk'>): Promise<IndexedEdits>;
/** Each batch looks at the working tree anew. @throws CoraError also for what the machine lacks */
export declare function indexEdits(request: EditsRequest): Promise<IndexedEdits>;
export {};
