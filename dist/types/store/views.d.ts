/**
 * Keeps what depends on a whole commit: the folder views/ with one file per view, how such a file
 * is laid out, one digest for all that an index says, and which secrets were written over in a
 * view. `views/current` names the view of the last built commit.
 */
import type { BlobKey, RedactedCount, RedactedSecret, Shard } from '../base/types.ts';
import type { RowReader } from '../engine/rowReader.ts';
/** A file of a view; sorted by path. */
export interface ViewPath {
    path: string;
    blob: string;
    language: string;
}
/**
 * Holds what depends on a whole commit, as views/<id>.view holds it: the paths and integer
 * statistics over their rows.
 */
export interface ViewRecord {
    commit: string;
    tree: string;
    repository: string;
    /** Only where `files` are one shard's. */
    shard?: Shard;
    /** Rows of the view; a blob with two paths counts once. */
    chunks: number;
    /** Sum of ChunkRow.tokens. */
    tokens: number;
    /** Sum of the words of ChunkRow.searchText. */
    words: number;
    /** Sorted 32-bit hashes of all terms, and in how many rows each occurs. */
    hashes: Uint32Array;
    counts: Uint32Array;
    /** Sum over rows of round(vector × 2^14), exact integers: [dimensions]. */
    vectorSum: Float64Array;
    /** Four lanes, modulo 2^32, of the sum of all row digests. */
    rowsDigest: Uint32Array;
    /**
     * Blobs of the view in which secrets were found, sorted: all others need no second look when they
     * are shown.
     */
    redacted: BlobKey[];
    files: ViewPath[];
    /** Files that the repository lacked the content of, sorted by path. Only where there are some. */
    missing?: ViewPath[];
}
/**
 * Writes a view, if it has changed: that of a large repository is tens of megabytes, and readers
 * that stay read it anew when its time changes.
 */
export declare function writeView(dir: string, id: string, view: ViewRecord): Promise<void>;
export declare function writeCurrentView(dir: string, id: string): Promise<void>;
/**
 * @returns the id of the last built commit's view, null before the first build. Where that is not
 * named any more, the newest one
 */
export declare function currentView(dir: string): Promise<string | null>;
/** @returns what `views/current` says, null where it says nothing */
export declare function namedView(dir: string): Promise<string | null>;
/**
 * @returns null where there is no such view or a byte of it is not as it was written: it can always
 * be computed again
 */
export declare function readView(dir: string, id: string): Promise<ViewRecord | null>;
/** Changes when the file is replaced; '' where there is none. */
export declare function viewStamp(dir: string, id: string): Promise<string>;
/**
 * Keeps the newest `keep` views and those named; what a killed writer left goes. To be used under
 * the write lock.
 */
export declare function pruneViews(dir: string, keep: number, always: ReadonlySet<string>): Promise<void>;
/**
 * Removes views of which a blob loses its rows: nothing is to be answered from them. To be used
 * under the write lock, before the rows go.
 */
export declare function removeViewsOf(dir: string, blobs: ReadonlySet<BlobKey>): Promise<void>;
export declare function encodeView(view: ViewRecord): Buffer;
/**
 * @returns null for bytes that are cut off or no view
 * @throws CoraError INCOMPATIBLE_INDEX for whole bytes of another format
 */
export declare function decodeView(bytes: Buffer): ViewRecord | null;
/**
 * @returns 64 hex digits; equal for equal views, however their rows came into the table. Not a
 * signature.
 */
export declare function logicalDigest(view: Pick<ViewRecord, 'files' | 'chunks' | 'rowsDigest'>, embedderFingerprint: string): string;
/** @returns by path, in the order of the files, then line */
export declare function listRedacted(store: Pick<RowReader, 'redactedRows'>, files: readonly ViewPath[]): Promise<RedactedSecret[]>;
/** @returns how many there are, and the blobs that hold them, sorted */
export declare function countRedacted(store: Pick<RowReader, 'redactedRows'>, files: readonly ViewPath[]): Promise<{
    count: RedactedCount;
    blobs: BlobKey[];
}>;
