/**
 * The rows of an offer that the caller has the blobs of and the store has not: checked, made whole, and written into a
 * table in a temporary folder. Nothing of the caller's store is touched here.
 */
import type { BlobKey, Embedder, Progress } from '../../base/types.ts';
import { ViewStatistics } from '../../view/statistics.ts';
import type { BlockPool } from './blockPool.ts';
import type { Offer } from './offer.ts';
interface StageRequest {
    offer: Offer;
    /** Blobs whose rows the store has. */
    known: ReadonlySet<BlobKey>;
    /** An empty folder, for the table. */
    dir: string;
    pool: BlockPool;
    embedder: Embedder;
    onProgress(progress: Progress): void;
    signal?: AbortSignal;
}
/** What of an offer was of use. */
export interface Staged {
    /** Counted over all rows that were staged, and their ids: a build need not read them again. */
    statistics: ViewStatistics;
    chunkIds: Map<BlobKey, string[]>;
    rows: number;
    /** Blobs whose rows were there already. */
    known: number;
    /** Blobs that this clone does not have. */
    absent: number;
    refused: {
        path: string;
        reason: string;
    }[];
}
/** @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX, ABORTED */
export declare function stageRows(request: StageRequest): Promise<Staged>;
export {};
