/** Words beside each chunk: computed where it was parsed, so that tokenising is as parallel as parsing. */
import type { Chunk, PreparedChunk } from '../base/types.ts';
/** @param identifiers those in the text, where they are known already */
export declare function prepareChunk(chunk: Chunk, identifiers?: readonly string[]): PreparedChunk;
