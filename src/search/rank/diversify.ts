/**
 * Maximal marginal relevance (Carbonell, Goldstein: The Use of MMR, 1998): each next result is weighed against its
 * likeness to those before it. Pure.
 */

import type { Likeness } from './alike.ts';
import { COMPARED, type Selected } from './rankChunks.ts';

/**
 * @param ranked best first, ties in their final order: the best COMPARED are weighed, the others follow as they were
 * @param diversity 0 to 1: next = argmax (1 - diversity) × score / best score - diversity × similarity to the nearest one before
 */
export function diversify<T>(
  ranked: readonly T[],
  selectedOf: (one: T) => Selected,
  diversity: number,
  likeness: Likeness,
): T[] {
  if (diversity === 0 || ranked.length === 0) return [...ranked];
  const best = selectedOf(ranked[0]!).score || 1;
  const left = ranked.slice(0, COMPARED).map((one) => {
    const { score, chunk } = selectedOf(one);
    return { one, row: chunk.row, worth: ((1 - diversity) * score) / Math.abs(best), nearest: 0 };
  });
  const chosen: T[] = [];
  while (left.length > 0) {
    const marginal = left.map(({ worth, nearest }) => worth - diversity * nearest);
    const [{ one, row }] = left.splice(marginal.indexOf(Math.max(...marginal)), 1) as [(typeof left)[number]];
    chosen.push(one);
    for (const other of left) {
      other.nearest = Math.max(other.nearest, likeness.similarity(row, other.row));
    }
  }
  return [...chosen, ...ranked.slice(COMPARED)];
}
