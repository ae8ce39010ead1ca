/**
 * One door to every service: a JSON POST that is repeated while repeating may help. It knows HTTP and how these services
 * word their errors; it knows nothing of vectors and prose. Secrets go into the Authorization header and nowhere else:
 * what a server sends back is searched for them before it is shown.
 */
import { type JsonPost } from './retrying.ts';
/** @returns the parsed answer of a 2xx
 *  @throws HttpFailure when given up, CoraError ABORTED when the caller's signal fires */
export declare function postJson(post: JsonPost): Promise<unknown>;
