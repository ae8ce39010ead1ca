/**
 * What a language model is asked about a chunk. The same chunk in the same surroundings gives the same prompt. All text of
 * the repository, names and paths too, stands between two lines that it cannot contain: their mark is a hash of it.
 */
import type { CompletionRequest } from '../answerTypes.ts';
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
