/** Which blobs a partial clone holds. cat-file ends at the first one that it would have to fetch, so it must not be asked. */
import type { Repository } from './repository.ts';
/** The names of those blobs that are in the repository. Nothing is fetched. */
export declare function presentBlobs(repo: Repository, blobs: Iterable<string>, signal?: AbortSignal): Promise<Set<string>>;
