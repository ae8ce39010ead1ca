/**
 * What a language model is told with a question: who it is, the sources, the question. The same question and sources give the
 * same words. All text of a repository, names and paths too, stands between two lines that it cannot contain: their mark is a
 * hash of it. Pure.
 */
import type { CompletionRequest } from '../answerTypes.ts';
import type { AskSource } from '../citationTypes.ts';
/** A source as the prompt has it. */
export interface PromptSource extends AskSource {
    /** Its lines, each with its number, without those that are elided. */
    lines: readonly string[];
}
export interface AnswerContext {
    question: string;
    sources: readonly PromptSource[];
    /** Commits, where the question is about the history; '' where it is not. */
    history: string;
    /** The sources may be of several repositories: each says of which. */
    isMany: boolean;
}
export declare function answerPrompt(context: AnswerContext): Pick<CompletionRequest, 'system' | 'prompt'>;
