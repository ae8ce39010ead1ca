/** One entry of a JSON file that belongs to others, put in or taken out: comments, layout, line ends and every other byte stay. Pure. */
import type { FileEdit } from '../fileEdit.ts';
interface JsonEntry {
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
