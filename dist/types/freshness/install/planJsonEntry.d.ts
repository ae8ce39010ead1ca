/**
 * One entry of a JSON file that belongs to others, put in or taken out: comments, layout, line ends
 * and every other byte stay, and what was added can be taken out without a trace. Pure.
 */
import type { FileEdit } from '../fileEdit.ts';
interface JsonEntry {
    /** The keys on the way to the object, or the list, that holds it. */
    holder: readonly string[];
    /** A key of the holder: where an object without a `type` stands there, it holds the entry. */
    inner?: string;
    /** Its key in an object; undefined for an element of a list. */
    key?: string;
    entry: object;
    /** Tells an element of a list that is Cora's from those of others. */
    isOwn?(element: unknown): boolean;
    /**
     * The object that a new file holds beside the entry; a file that holds no more than this goes
     * with the entry.
     */
    beginning: object;
}
export type Planned = Pick<FileEdit, 'after' | 'problem'>;
/** @param before latin1, null where there is no file */
export declare function planJsonEntry(before: string | null, asked: JsonEntry, action: 'add' | 'remove'): Planned;
export {};
