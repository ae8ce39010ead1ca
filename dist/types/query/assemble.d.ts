/**
 * Ranked chunks to what a caller sees: text with its lines, in the order of select. Chunks whose lines a better one shows
 * are left out, and the tail is cut. Pure.
 */
import type { CutBy, SearchHit } from '../searchTypes.ts';
import { type FileText, type ShownRow } from './placeChunk.ts';
import type { QueryWords } from './queryWords.ts';
import type { Selection } from './select.ts';
import { type Weights } from './weights.ts';
export interface AssembleOptions {
    repository: string;
    commit: string | null;
    /** Results at most, beside those that were asked for by name. */
    limit: number;
    /** Tokens at most, null for any number. */
    budget: number | null;
    /** Lines shown of a result, at least, as far as the file has them; 0 for the chunk alone. */
    lines: number;
    /** Lines shown before and after each chunk. */
    context: number;
    /** The query's words, to elide what they do not ask for; null to show everything. */
    elide: QueryWords | null;
    /** To say what each feature added to a score; null to leave that out. */
    weights: Weights | null;
    /** Commentary by chunk id: shown where there is room for it beside the whole text. */
    prose?: ReadonlyMap<string, string>;
}
export interface Assembled {
    results: SearchHit[];
    /** What cut the tail, null where there is no more. */
    cutBy: CutBy | null;
    tokens: number;
}
/** @param shown by chunk id; its text serves those who have the index without the blobs, and pieces of overlong lines */
export declare function assemble({ ranked, more }: Selection, textOf: FileText, shown: ReadonlyMap<string, ShownRow>, options: AssembleOptions): Assembled;
