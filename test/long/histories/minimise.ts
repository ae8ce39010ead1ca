/** Leaves steps out as long as what the last one finds is still there. */

import { type HistoryRequest, repeat, type Step } from './history.ts';

/** The first repository and its first index stay. */
const BEGINNING = 2;

/** @returns fewer steps that end in a difference in the answer to the same question */
export async function minimise(request: HistoryRequest, steps: readonly Step[], what: string): Promise<Step[]> {
  const isFound = async (some: readonly Step[]): Promise<boolean> =>
    (await repeat(request, some)).some((difference) => difference.what === what);
  const last = steps.at(-1)!;
  let kept = steps.slice(0, -1).filter((step) => step.do !== 'compare');
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = kept.length - size; at > -size; at -= size) {
      const from = Math.max(BEGINNING, at);
      const fewer = [...kept.slice(0, from), ...kept.slice(at + size)];
      if (at + size <= BEGINNING || !(await isFound([...fewer, last]))) continue;
      kept = fewer;
    }
  }
  return [...kept, last];
}
