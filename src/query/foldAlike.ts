/** Vendored copies, generated twins, translated documents: of chunks that say the same, one is a result. Pure. */

import { createLikeness, type Likeness } from './alike.ts';
import type { Selected } from './select.ts';

/** Jaccard of their words. No set of the benchmarks loses by folding at 1, .95 or .9; at .8 one does. */
const NEARLY_THE_SAME = 0.9;

/**
 * @param ranked best first
 * @returns the first of each group in the same order, with the others of its group
 */
export function foldAlike(ranked: readonly Selected[], likeness: Likeness = createLikeness()): Selected[] {
  const kept: Selected[] = [];
  for (const one of ranked) {
    const { row } = one.chunk;
    const at = kept.findIndex((other) => likeness.isAlike(other.chunk.row, row, NEARLY_THE_SAME));
    if (at === -1) kept.push(one);
    else kept[at] = { ...kept[at]!, alike: [...(kept[at]!.alike ?? []), one.chunk] };
  }
  return kept;
}
