/** A view's statistics by difference: what the nearest counted view had, minus the blobs that went, plus those that came. */
import { ViewStatistics } from '../query/statistics.ts';
import type { ChunkStore, ViewRecord } from '../storePort.ts';
import type { BlobKey } from '../types.ts';
export interface CountRequest {
    store: ChunkStore;
    dimensions: number;
    /** Blobs of the wanted view that have rows. */
    keys: ReadonlySet<BlobKey>;
    base: ViewRecord | null;
    /** Rows of each blob, to check the result. */
    rowCounts: ReadonlyMap<BlobKey, number>;
    /** Counted already, while the rows were written; rows of other views among them are taken out again. */
    counted: {
        keys: ReadonlySet<BlobKey>;
        statistics: ViewStatistics;
    } | null;
}
export declare function countView(request: CountRequest): Promise<ViewStatistics>;
