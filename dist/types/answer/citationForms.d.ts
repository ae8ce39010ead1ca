/** How places are written in an answer, as regular expressions: whole ones, and what may become one when more text comes. Pure. */
import type { AskSource } from '../citationTypes.ts';
export interface CitationForms {
    /** Groups: path with first and last (or first2 and last2); numbers; or what begins and ends code: fence, ticks, end. */
    token: RegExp;
    /** Whether these characters are a path rather than a word, a time, or a host with its port. */
    isPath(run: string): boolean;
    /** @returns where the end of the text begins that may be the beginning of a token; the text's length where none does */
    heldFrom(text: string, done: number): number;
}
export declare function citationForms(sources: readonly AskSource[]): CitationForms;
