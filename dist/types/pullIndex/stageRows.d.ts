/**
 * The rows of an artifact that the caller has the blobs of and the store has not: checked, made whole, and written into a
 * table in a temporary folder. Nothing of the caller's store is touched here.
 */
import type { Repository } from '../git/repository.ts';
import { ViewStatistics } from '../query/statistics.ts';
import type { BlobKey, ChunkedBlob, Progress } from '../types.ts';
import type { SpotCheck } from './createSpotCheck.ts';
import type { Offer } from './offer.ts';
export interface StageRequest {
    offer: Offer;
    repository: Repository;
    /** Blobs whose rows the store has. */
    known: ReadonlySet<BlobKey>;
    /** An empty folder, for the table. */
    dir: string;
    /** For an artifact without text: the caller's own parser. */
    chunk(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
    spotCheck: SpotCheck;
    onProgress(progress: Progress): void;
    signal?: AbortSignal;
}
/** What of an artifact was of use. */
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
