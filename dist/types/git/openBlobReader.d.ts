/** Blobs one answer at a time from one git process that stays open: starting git costs more than what it reads. */
import type { Repository } from './repository.ts';
export interface BlobReader {
    /** Starts git, so that it is ready when the first read comes. */
    start(): void;
    /** @returns the contents of those that are in the repository */
    read(blobs: readonly string[]): Promise<Map<string, Uint8Array>>;
    /** Ends git. A reader that neither started nor read anything has not started it. */
    close(): void;
}
/**
 * In a partial clone git ends at the first blob that it would have to fetch, which it may not. An index rarely names one, so all
 * are asked for as if they were there; after the first that is not, each read finds out beforehand what is.
 * @param mostKept bytes of blobs that are kept for later reads: questions of one caller are about the same files
 */
export declare function openBlobReader(repo: Repository, mostKept?: number): BlobReader;
