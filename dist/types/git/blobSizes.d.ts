/** Sizes of blobs, without reading them. */
import type { Repository } from './repository.ts';
/** Bytes of each blob that is in the repository; a missing one is left out and not fetched. */
export declare function blobSizes(repo: Repository, blobs: readonly string[], signal?: AbortSignal): Promise<Map<string, number>>;
