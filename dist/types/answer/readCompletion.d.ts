/** An answer read to its end, for those who do not show it while it comes. */
import type { CompletionEnd, LanguageModel } from '../answerTypes.ts';
export interface Completion extends CompletionEnd {
    text: string;
}
/** @param mostCharacters an answer that is longer is ended there @throws CoraError as LanguageModel.complete */
export declare function readCompletion(pieces: ReturnType<LanguageModel['complete']>, mostCharacters: number): Promise<Completion>;
