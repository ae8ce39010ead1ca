/** Blobs: contents, streamed through one `git cat-file --batch` without filter and textconv, sizes, and which of them a partial clone holds. */
import { CoraError } from '../base/errors.ts';
import type { Repository } from './repository.ts';
export interface ReadBlob {
    blob: string;
    /** Null where the blob is not in the repository (nothing is fetched), or the name is that of another kind of object. */
    bytes: Uint8Array | null;
}
type Names = Iterable<string> | AsyncIterable<string>;
/**
 * One answer for each name, in the order of the names. Names are taken and blobs are read only as fast as the caller
 * takes the answers: what waits is what fits into two pipes and one blob. Ending the iteration early ends git.
 * In a partial clone, what is missing is found out first, by one more process.
 * @param firstBytes keep only so many bytes of each blob, and drop the rest as it comes
 */
export declare function readBlobs(repo: Repository, blobs: Names, signal?: AbortSignal, firstBytes?: number): AsyncGenerator<ReadBlob, void, undefined>;
/** @throws CoraError GIT where the blob is not there */
export declare function readBlob(repo: Repository, blob: string, signal?: AbortSignal): Promise<Uint8Array>;
export declare function blobMissing(blob: string): CoraError;
/** Bytes of each blob that is in the repository; a missing one is left out and not fetched. */
export declare function blobSizes(repo: Repository, blobs: readonly string[], signal?: AbortSignal): Promise<Map<string, number>>;
export declare function isLfsPointer(bytes: Uint8Array): boolean;
export {};
