/** The last result of a budget is shortened rather than dropped, as long as it still says what it is. Pure. */
import type { Placed } from './placeChunk.ts';
export interface Fitted {
    placed: Placed;
    tokens: number;
}
/**
 * @param signature on one line, '' for none
 * @param room tokens
 * @param must give a first line even where it does not fit: an answer with nothing in it helps nobody
 * @param tokensOf of what is written for it: see tokensOfPlaced
 * @returns the result itself, or its chunk's first lines; null where less than the least would fit
 */
export declare function fitTokens(placed: Placed, signature: string, room: number, must: boolean, tokensOf: (placed: Placed) => number): Fitted | null;
/** Of its text, as far as it is shown, and of the line that names its place. */
export declare function tokensOfPlaced(path: string, placed: Placed): number;
export declare function declares(line: string, signature: string): boolean;
