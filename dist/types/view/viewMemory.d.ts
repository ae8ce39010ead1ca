/**
 * Keeps what a process that stays remembers of the caller's view from one query to the next: the
 * counted view as it was read, rows of uncommitted blobs, and the view itself while nothing has
 * changed. Everything is checked against its key, so a view made with a memory equals one made
 * without.
 */
import type { BlobKey, ChunkRow, SkipReason } from '../base/types.ts';
import type { ViewRecord } from '../store/views.ts';
/** Rows of one blob that is not in the table, with the size of the blob in bytes. */
export interface NewBlob {
    rows: readonly ChunkRow[];
    bytes: number;
    /** The reason why there are no rows. */
    skipped?: SkipReason;
}
export declare class ViewMemory<V> {
    #private;
    /** readView, but for a file that has not been replaced since. */
    record(dir: string, id: string): Promise<ViewRecord | null>;
    newBlob(key: BlobKey): NewBlob | undefined;
    /** Blobs of which nothing is indexed. */
    rowless(): [BlobKey, SkipReason][];
    /** Those of the present view; others are forgotten. */
    keepBlobs(blobs: ReadonlyMap<BlobKey, NewBlob>): void;
    /** @param key says everything that a view is made of */
    view(key: string): V | null;
    keepView(key: string, view: V): void;
}
