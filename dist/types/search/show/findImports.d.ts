/** Statements at the top of a file that bring names from elsewhere, and which names these are. Pure. */
import type { LineRange } from '../../base/searchTypes.ts';
export interface ImportStatement extends LineRange {
    text: string;
    /** What it may bring into the file. */
    names: ReadonlySet<string>;
}
/** @param head the file's first lines @returns in order; [] for a language without such statements */
export declare function findImports(head: readonly string[], language: string): ImportStatement[];
