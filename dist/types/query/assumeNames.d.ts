/** Names and words of a query that the view does not know, and what is searched for in their place. Pure. */
import { type NameMatch } from './matchNames.ts';
import type { NameList } from './nameList.ts';
import type { Frequencies } from './scoreWords.ts';
export interface Unknown {
    written: string;
    /** A name may be reordered or cut short; a word of a sentence is only ever mistyped. */
    kind: 'name' | 'word';
    /** Nothing else is asked for. */
    alone: boolean;
}
/** @param paths of the view's files */
export declare function unknownIn(text: string, statistics: Frequencies, paths: () => readonly string[]): Unknown[];
/** What a name or word was taken for. */
export interface Assumption {
    asked: string;
    matches: NameMatch[];
}
export declare function assume(unknown: readonly Unknown[], names: NameList): Assumption[];
/** The text with the likeliest match of each assumption in place of what was asked. */
export declare function assumedText(text: string, assumptions: readonly Assumption[]): string;
