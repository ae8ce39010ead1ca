/** Blobs one answer at a time from one git process that stays open: starting git costs more than what it reads. */
import type { Repository } from './repository.ts';
export interface BlobReader {
    /** @returns the contents of those that are in the repository */
    read(blobs: readonly string[]): Promise<Map<string, Uint8Array>>;
    /** Ends git. A reader that never read anything has not started it. */
    close(): void;
}
export declare function openBlobReader(repo: Repository): BlobReader;
