/** Selected chunks to what a caller sees: text with its lines, in the order and with the ranks of select. Pure. */
import type { ChunkRow, SearchHit } from '../types.ts';
import type { Selected } from './select.ts';
/** The text of a whole file, as the caller has it; null where only the stored text is known. */
export type FileText = (path: string) => string | null;
/** What is shown of a chunk, beside its text. */
export declare const SHOWN_COLUMNS: readonly ['chunkId', 'symbol', 'scope', 'signature', 'endLine', 'parts', 'text'];
export type ShownRow = Pick<ChunkRow, (typeof SHOWN_COLUMNS)[number]>;
export interface AssembleOptions {
    repository: string;
    commit: string | null;
    /** Lines shown before and after each chunk. */
    context: number;
}
/** @param shown by chunk id; its text serves those who have the index without the blobs, and pieces of overlong lines */
export declare function assemble(selected: readonly Selected[], textOf: FileText, shown: ReadonlyMap<string, ShownRow>, options: AssembleOptions): SearchHit[];
