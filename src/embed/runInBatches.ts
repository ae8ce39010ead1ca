/** Many texts through a model in this process. What a batch costs and holds is the caller's affair. */

import { setImmediate } from 'node:timers/promises';
import { type BatchLimits, batchEnd, truncateText } from './batches.ts';

/**
 * Texts of one length together, so that little of a batch is padding.
 * @param run gives one result for each text of a batch
 * @returns the results in the order of `texts`
 */
export async function runInBatches<T>(
  texts: readonly string[],
  limits: BatchLimits,
  run: (batch: string[]) => Promise<T[]>,
): Promise<T[]> {
  const results = new Array<T>(texts.length);
  const order = texts.map((_, at) => at).sort((a, b) => texts[a]!.length - texts[b]!.length || a - b);
  const sorted = order.map((at) => truncateText(texts[at]!, limits.characters));
  for (let from = 0; from < sorted.length; ) {
    // The runtime computes on its own threads, but its promises alone would starve signals and timers.
    await setImmediate();
    const end = batchEnd(sorted, from, limits);
    for (const [at, result] of (await run(sorted.slice(from, end))).entries()) results[order[from + at]!] = result;
    from = end;
  }
  return results;
}
