/**
 * The order of an answer, whatever number of results is asked for: the candidates of a fixed depth
 * are ranked first; where they are too few, those that only a greater depth brings follow below
 * them, and so on. No tier depends on how many are wanted.
 */

import { placeOfChunk } from '../view/chunkIds.ts';
import type { RetrievedChunk } from './retrieve.ts';

export interface Ranking<T> {
  ranked: T[];
  /** True if there are more behind them. */
  more: boolean;
}

export interface Tier<T> {
  /**
   * The first `limit` files in their final order, and all chunks that are ranked between them; a
   * greater limit gives the same and goes on.
   * @param above the lowest score of the tiers before
   */
  rank(limit: number, above: number): Promise<Ranking<T>>;
  /** True if a deeper tier may bring more. */
  more: boolean;
}

interface Parts {
  file: string;
  score: number;
}

/**
 * @param tierAt asked once for each tier, in order
 * @returns what brings as much of the order as at least `limit` results can be made of, where there
 * are that many
 */
export function rankInTiers<T>(
  tierAt: (tier: number) => Promise<Tier<T>>,
  partsOf: (one: T) => Parts,
): (limit: number) => Promise<Ranking<T>> {
  const tiers: Tier<T>[] = [];
  return async (limit) => {
    const all: T[] = [];
    let left = limit;
    let above = Number.POSITIVE_INFINITY;
    for (let at = 0; ; at++) {
      const tier = tiers[at] ?? (await tierAt(at));
      tiers[at] = tier;
      const { ranked, more } = await tier.rank(left, above);
      const files = new Set<string>();
      for (const one of ranked) {
        const { file, score } = partsOf(one);
        all.push(one);
        files.add(file);
        above = Math.min(above, score);
      }
      left -= files.size;
      if (more || left <= 0 || !tier.more) return { ranked: all, more: more || tier.more };
    }
  };
}

/**
 * Asks for more results until enough are shown: some chunks have no line left to show.
 * @param show the answer, made of as much of the order as so many results usually need
 */
export async function untilEnough<T extends { more: boolean }>(
  limit: number,
  show: (limit: number) => Promise<T>,
  isEnough: (answer: T) => boolean,
): Promise<T> {
  for (let wanted = limit; ; wanted *= 2) {
    const answer = await show(wanted);
    if (!answer.more || isEnough(answer)) return answer;
  }
}

/** Chunks that an earlier tier ranks are no part of a later one. */
export class KnownChunks {
  readonly #places = new Set<string>();

  add(chunk: RetrievedChunk): void {
    this.#places.add(placeOfChunk(chunk));
  }

  /** @returns those that were not known; they are now */
  take(chunks: readonly RetrievedChunk[]): RetrievedChunk[] {
    const unknown = chunks.filter((chunk) => !this.#places.has(placeOfChunk(chunk)));
    for (const chunk of unknown) this.add(chunk);
    return unknown;
  }
}
