/** What a language model is shown of chunks: their texts as the table has them, without secrets, and their surroundings. */
import type { ChunkContext } from '../answer/commentaryPrompt.ts';
import type { ChunkStore } from '../storePort.ts';
import type { Choice, ChosenChunk } from './chooseChunks.ts';
/** @returns in the order of the chunks; one that is gone meanwhile is left out */
export declare function readContexts(store: ChunkStore, { paths }: Choice, chunks: readonly ChosenChunk[]): Promise<{
    chunk: ChosenChunk;
    context: ChunkContext;
}[]>;
