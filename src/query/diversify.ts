/**
 * Maximal marginal relevance (Carbonell, Goldstein: The Use of MMR, 1998): each next result is weighed against its
 * likeness to those before it. Pure.
 */

import { createLikeness, type Likeness } from './alike.ts';
import type { Selected } from './rankChunks.ts';

/**
 * @param ranked best first, ties in their final order
 * @param diversity 0 to 1: next = argmax (1 - diversity) × score / best score - diversity × similarity to the nearest one before
 * @param wanted how many are chosen; the others follow as they were
 */
export function diversify(
  ranked: readonly Selected[],
  diversity: number,
  wanted: number,
  likeness: Likeness = createLikeness(),
): Selected[] {
  if (diversity === 0) return [...ranked];
  const best = ranked[0]?.score || 1;
  const left = ranked.map((one) => ({ one, worth: ((1 - diversity) * one.score) / Math.abs(best), nearest: 0 }));
  const chosen: Selected[] = [];
  while (chosen.length < wanted && left.length > 0) {
    const marginal = left.map(({ worth, nearest }) => worth - diversity * nearest);
    const [{ one }] = left.splice(marginal.indexOf(Math.max(...marginal)), 1) as [(typeof left)[number]];
    chosen.push(one);
    for (const other of left) {
      other.nearest = Math.max(other.nearest, likeness.similarity(one.chunk.row, other.one.chunk.row));
    }
  }
  return [...chosen, ...left.map(({ one }) => one)];
}
