/** One entry of a JSON file that belongs to others: with comments, in whatever layout, in whatever line ends. Pure. */
import type { FileEdit } from './fileEdit.ts';
export interface JsonEntry {
    /** The object that holds it, and its key. */
    path: readonly [string, string];
    entry: object;
    /** What a new file holds beside it; a file that holds no more than this goes with the entry. */
    beginning: object;
}
type Planned = Pick<FileEdit, 'after' | 'problem'>;
/** @param before latin1, null where there is no file */
export declare function planJsonEntry(before: string | null, wanted: JsonEntry, action: 'add' | 'remove'): Planned;
export {};
