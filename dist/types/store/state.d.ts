/**
 * What the last run left beside the table: repo_state.json names the last built commit and is written last, so that what it names is in the
 * table; blobs.json says of blobs what their rows do not, and is a cache.
 */
import type { BlobKey, RepoState, SkipReason } from '../base/types.ts';
export declare function stateFile(dir: string): string;
/**
 * @param dir the folder of one fingerprint
 * @returns null where nothing was built yet
 * @throws CoraError STORE for a link, INCOMPATIBLE_INDEX for a format that this version does not read, BROKEN_INDEX for a torn file
 */
export declare function readState(dir: string): Promise<RepoState | null>;
/** @throws CoraError STORE when the file can't be written */
export declare function writeState(dir: string, state: RepoState): Promise<void>;
interface BlobOutcome {
    skipped?: SkipReason;
    note?: string;
}
export type StoredOutcomes = Record<BlobKey, BlobOutcome>;
export declare function outcomesFile(dir: string): string;
/** @returns nothing where the file is missing, torn or of another format: the blobs are then read again */
export declare function readOutcomes(dir: string): Promise<StoredOutcomes>;
/** @returns null where there is no file that this version understands */
export declare function parseOutcomes(dir: string): Promise<StoredOutcomes | null>;
export declare function writeOutcomes(dir: string, blobs: StoredOutcomes): Promise<void>;
export declare function isDoubtful(outcome: BlobOutcome | undefined): boolean;
export {};
