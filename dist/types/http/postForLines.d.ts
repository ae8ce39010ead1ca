/**
 * A JSON POST whose answer is read line by line while it comes: how services stream (JSON lines, server-sent events). It is
 * repeated until the first line is there, and never after it: what was handed on cannot be taken back.
 */
import { type JsonPost } from './retrying.ts';
/**
 * Blank lines are left out. Ending the iteration early closes the connection, so that the server need not go on.
 * @throws HttpFailure when given up or broken off, CoraError ABORTED when the caller's signal fires
 */
export declare function postForLines(post: JsonPost): AsyncGenerator<string, void, undefined>;
