/** What commentary on some chunks will cost, in tokens, before anybody is asked. */
import type { ChunkStore } from '../storePort.ts';
import type { ChosenChunk } from './chooseChunks.ts';
export declare function estimateCost(store: ChunkStore, chunks: readonly ChosenChunk[]): Promise<{
    promptTokens: number;
    answerTokens: number;
}>;
