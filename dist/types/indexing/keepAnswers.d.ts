/** Answers into the table, with their words and vectors. A chunk has one: a new one takes the old one's place. */
import type { CommentaryRow } from '../base/answerTypes.ts';
import type { Embedder, Log } from '../base/types.ts';
import { type Answered } from '../store/commentaryTable.ts';
export interface KeepRequest {
    /** The store's folder of this embedder. */
    dir: string;
    embedder: Embedder;
    log: Log;
}
/**
 * Those of a known key are left out, and from an artifact all of chunks that have commentary.
 * @returns how many are new
 * @throws CoraError
 */
export declare function keepAnswers({ dir, embedder, log }: KeepRequest, answers: readonly Answered[], origin: CommentaryRow['origin']): Promise<number>;
export declare function commentaryKey(row: {
    contentHash: string;
    model: string;
    prompt: number;
}): string;
