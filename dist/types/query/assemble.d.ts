/** Selected chunks to what a caller sees: text with its lines, in the order and with the ranks of select. Pure. */
import type { SearchHit } from '../types.ts';
import type { Selected } from './select.ts';
/** The text of a whole file by line, as the caller has it; null where only the stored text is known. */
export type FileText = (path: string) => string[] | null;
export interface AssembleOptions {
    repository: string;
    commit: string | null;
    /** Lines shown before and after each chunk. */
    context: number;
}
/** @param storedText the table's text by chunk id, for those who have the index without the blobs */
export declare function assemble(selected: readonly Selected[], textOf: FileText, storedText: ReadonlyMap<string, string>, options: AssembleOptions): SearchHit[];
