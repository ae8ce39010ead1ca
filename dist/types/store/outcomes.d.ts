/**
 * blobs.json: what chunking said of blobs beyond their rows: those without any (binary, empty, LFS pointer), so that
 * they are not read again, and notes about fallbacks, so that every run reports them. A cache: without it the blobs are
 * read once more and nothing else changes.
 */
import type { BlobKey, SkipReason } from '../types.ts';
export interface BlobOutcome {
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
