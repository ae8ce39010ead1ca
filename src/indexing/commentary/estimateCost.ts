/** What commentary on some chunks will cost, in tokens, before anybody is asked. */

import { estimateTokens } from '../../base/estimateTokens.ts';
import type { ChunkStore } from '../../store/storePort.ts';
import type { ChosenChunk } from './chooseChunks.ts';

/** The instructions and what is told of a chunk's surroundings: measured over 510 chunks of scrapy, redis and prometheus. */
const AROUND = 700;
/** A longer text is shortened before it is sent. */
const MOST_TEXT = 1800;
/** 80 words. */
const ANSWER = 110;
const BATCH = 1000;

export async function estimateCost(
  store: ChunkStore,
  chunks: readonly ChosenChunk[],
): Promise<{ promptTokens: number; answerTokens: number }> {
  let promptTokens = 0;
  for (let at = 0; at < chunks.length; at += BATCH) {
    const chunkIds = chunks.slice(at, at + BATCH).map(({ chunkId }) => chunkId);
    for (const { text } of await store.rows({ chunkIds }, ['text'])) {
      promptTokens += AROUND + Math.min(MOST_TEXT, estimateTokens(text));
    }
  }
  return { promptTokens, answerTokens: ANSWER * chunks.length };
}
