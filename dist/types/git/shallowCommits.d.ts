/** Where a shallow clone's history is cut off. */
import type { Repository } from './repository.ts';
/** The commits whose parents are missing; none in a whole clone. */
export declare function shallowCommits(repo: Repository): Promise<ReadonlySet<string>>;
