/** The hits of one text: where they are and what is shown of them. */
import type { CompiledPattern, Span } from './compilePattern.ts';
import type { ReadText } from './readSafely.ts';
/** One line that matches. */
export interface GrepHit {
    /** Repository-relative, with `/`. */
    path: string;
    /** 1-based. */
    line: number;
    /** Of the first match, 1-based, in UTF-16 code units of the line (as editors and language servers count); a byte-order mark is not counted. */
    column: number;
    /** The line without its line ending; of a long line the part around the first match, with … where something is left out. */
    preview: string;
    /** The matches as they stand in `preview`: UTF-16 code units, half-open. */
    matches: Span[];
    /** Up to `before` lines before the hit, cut at their ends; they may hold hits of their own. */
    before: string[];
    after: string[];
}
export interface Shape {
    before: number;
    after: number;
    /** The longest preview in UTF-16 code units. */
    previewWidth: number;
}
/**
 * @param read a secret is found where it is asked for, and shown to nobody
 * @returns the first `limit` hits, in order of lines
 */
export declare function hitsIn(path: string, { text, shown }: ReadText, pattern: CompiledPattern, shape: Shape, limit: number): GrepHit[];
