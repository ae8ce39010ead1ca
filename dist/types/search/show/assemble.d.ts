/**
 * Ranked chunks to what a caller sees: text with its lines, in the order of select. Chunks whose lines a better one shows
 * are left out, and the tail is cut. Pure.
 */
import type { CutBy, IdenticalChunk, SearchHit } from '../../base/searchTypes.ts';
import type { QueryWords } from '../queryWords.ts';
import type { Selection } from '../rank/select.ts';
import { type Weights } from '../rank/weights.ts';
import type { RetrievedChunk } from '../retrieve.ts';
import { type FileText, type ShownRow } from './placeChunk.ts';
export interface AssembleOptions {
    repository: string;
    commit: string | null;
    /** Results at most, beside those that were asked for by name. */
    limit: number;
    /** Tokens at most, null for any number. */
    budget: number | null;
    /** Leave out what is far less relevant than the best. */
    onlyRelevant: boolean;
    /** Lines shown of a result, at least, as far as the file has them; 0 for the chunk alone. */
    lines: number;
    /** Lines shown before and after each chunk. */
    context: number;
    /** The query's: what they do not ask for is elided, and where a budget cuts the only result, a line that has them stays. */
    words: QueryWords;
    /** False to show everything. */
    elide: boolean;
    /** To say what each feature added to a score; null to leave that out. */
    weights: Weights | null;
    /** Commentary by chunk id: shown where there is room for it beside the whole text. */
    prose?: ReadonlyMap<string, string>;
}
export interface Assembled {
    results: SearchHit[];
    /** What cut the tail, null where there is no more. */
    cutBy: CutBy | null;
    /** Whether it would be no longer if more had been ranked. */
    isCut: boolean;
    tokens: number;
}
/** @param shown by chunk id; its text serves those who have the index without the blobs, and pieces of overlong lines */
export declare function assemble({ ranked, more }: Selection, textOf: FileText, shown: ReadonlyMap<string, ShownRow>, options: AssembleOptions): Assembled;
/** @param other what is folded into the first one */
export declare function identicalTo({ row: own }: RetrievedChunk, { path, row }: RetrievedChunk): IdenticalChunk;
