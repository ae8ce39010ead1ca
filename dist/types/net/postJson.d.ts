/**
 * One door to every service that computes: a JSON POST that is repeated while repeating may help, its answer read whole or line by line.
 * Secrets go into the Authorization header and nowhere else: what a server sends back is searched for them before it is shown.
 */
import { type JsonPost } from './retrying.ts';
/** @returns the parsed answer of a 2xx
 *  @throws HttpFailure when given up, CoraError ABORTED when the caller's signal fires */
export declare function postJson(post: JsonPost): Promise<unknown>;
/**
 * Blank lines are left out. Ending the iteration early closes the connection, so that the server need not go on.
 * @throws HttpFailure when given up or broken off, CoraError ABORTED when the caller's signal fires
 */
export declare function postForLines(post: JsonPost): AsyncGenerator<string, void, undefined>;
