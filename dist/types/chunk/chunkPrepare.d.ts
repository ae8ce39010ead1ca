/** Words beside each chunk: computed where it was parsed, so that tokenising is as parallel as parsing. */
import type { Chunk, PreparedChunk } from '../types.ts';
export declare function prepareChunk(chunk: Chunk): PreparedChunk;
