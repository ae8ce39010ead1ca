/**
 * The places that an answer names, and whether the model was shown them:
 *
 *   src/store/open.ts:12   src/store/open.ts:12-30   open.ts:L12-L30   src/store/open.ts#L12-L30
 *   `src/store/open.ts` (lines 12-30)   [2]   [1, 3]
 *
 * Read from a stream: what comes back at once cannot change any more, and only what may be the beginning of a citation waits. Pure.
 */
import type { AskSource, Citation } from '../citationTypes.ts';
/** A piece of an answer: text as it is, and the citation that it is, if it is one. */
export interface AnswerPiece {
    text: string;
    citation: Citation | null;
}
export interface CitationReader {
    /** @returns all that can be said now; the texts of all pieces are the answer */
    push(text: string): AnswerPiece[];
    /** The last text, with what has waited. */
    end(text?: string): AnswerPiece[];
}
export declare function findCitations(answer: string, sources: readonly AskSource[]): Citation[];
export declare function createCitationReader(sources: readonly AskSource[]): CitationReader;
