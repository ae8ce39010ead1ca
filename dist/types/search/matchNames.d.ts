/**
 * It finds the names of a view that were probably meant by one that nothing defines: reordered, cut short or mistyped. Reading the
 * query is not its part. Pure.
 */
import type { Definition } from '../base/types.ts';
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
interface KnownName {
    /** Joined, lower case. */
    name: string;
    /** As it is most often written; of equals the first in code units. */
    spelling: string;
    /** How many definitions there are. */
    count: number;
    /** One bit for each letter of a to z and one for all digits: two edits change at most four of them. */
    letters: number;
}
export interface NameList {
    names: readonly KnownName[];
    has(name: string): boolean;
    /** The distinct parts of all names: `lossMask` → loss, mask. Made when first asked for. */
    words(): readonly KnownWord[];
}
interface KnownWord extends KnownName {
    stem: string;
}
export declare function createNameList(definitions: Iterable<Pick<Definition, 'name' | 'kind'>>): NameList;
export {};
