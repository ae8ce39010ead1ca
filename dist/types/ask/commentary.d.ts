/**
 * It writes the prompt for commentary on a chunk, and makes the answer a paragraph that is safe to store and to show. Equal chunks in
 * equal surroundings give equal prompts; all text of the repository stands between two lines that it cannot contain.
 */
import type { CompletionRequest } from '../base/answerTypes.ts';
/** Raised when the same chunk would be asked about in other words: its commentary is then written anew. */
export declare const PROMPT_VERSION = 1;
export interface ChunkContext {
    path: string;
    language: string;
    kind: string;
    /** With its scope: `Store.open`. */
    name: string;
    text: string;
    doc: string;
    /** Signatures of the file's other chunks, in order. */
    outline: readonly string[];
    /** Where its name is mentioned: `src/session.ts openSearcher`. */
    mentions: readonly string[];
}
export declare function commentaryPrompt(context: ChunkContext): CompletionRequest;
/** @returns '' where nothing is left */
export declare function cleanCommentary(said: string): string;
