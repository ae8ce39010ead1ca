/** The names that a view defines, as matchNames looks them up: each once, with its usual spelling and its letters. Pure. */
import type { Definition } from '../types.ts';
export interface KnownName {
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
export interface KnownWord extends KnownName {
    stem: string;
}
export declare function createNameList(definitions: Iterable<Pick<Definition, 'name' | 'kind'>>): NameList;
export declare function lettersOf(name: string): number;
