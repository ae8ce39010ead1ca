/** The last result of a budget is shortened rather than dropped, as long as it still says what it is. Pure. */
import type { Placed } from './placeChunk.ts';
export interface Fitted {
    placed: Placed;
    /** Of its text and of the line that names its place. */
    tokens: number;
}
/**
 * @param signature on one line, '' for none
 * @param room tokens
 * @param must give a first line even where it does not fit: an answer with nothing in it helps nobody
 * @returns the result itself, or its chunk's first lines; null where less than the least would fit
 */
export declare function fitTokens(path: string, placed: Placed, signature: string, room: number, must: boolean): Fitted | null;
