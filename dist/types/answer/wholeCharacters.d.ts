/** The same pieces, none of which ends within a character of two code units: each can be shown as it comes. */
import type { CompletionEnd } from '../answerTypes.ts';
type Pieces = AsyncGenerator<string, CompletionEnd, undefined>;
export declare function wholeCharacters(pieces: Pieces): Pieces;
export {};
