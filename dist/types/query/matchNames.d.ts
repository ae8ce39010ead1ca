/** Which defined names were probably meant by one that nothing defines: reordered, cut short or mistyped. Pure. */
import { type NameList } from './nameList.ts';
export interface NameMatch {
    /** Joined, lower case. */
    name: string;
    spelling: string;
    /** How sure it is that this was meant, 0 to 1. */
    weight: number;
}
/**
 * @param written a name as it was asked for
 * @param alone nothing else was asked for
 * @returns at most 5, best first: by definitions, then by name in code units; none where the name is defined
 */
export declare function matchNames(written: string, { names, has }: NameList, alone: boolean): NameMatch[];
/** @returns the word of a name that a mistyped word of a sentence means, whatever its ending; null where none is near enough */
export declare function matchWord(word: string, names: NameList): string | null;
