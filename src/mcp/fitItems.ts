/** A list within a budget of tokens: whole items from the first one. Pure. */

import { estimateTokens } from '../base/estimateTokens.ts';
import { mostThatFits } from '../base/mostThatFits.ts';
import type { Answer } from './answer.ts';

/** What to do about a budget that nothing fits into. */
export const LARGER = 'Next: the same with a larger budget.';

/** Some clients show their model the text, others the data: a budget holds for both. */
export function tokensOfAnswer({ text, data }: Answer): number {
  return Math.max(estimateTokens(text), estimateTokens(JSON.stringify(data)));
}

/**
 * Shows as many items as the whole answer has room for, none where not even the first one fits.
 * @param answerOf `tooSmall` says that nothing fits, and how much the first one takes; undefined where something is shown
 */
export function fitItems<T>(
  items: readonly T[],
  budget: number,
  answerOf: (shown: readonly T[], tooSmall?: string) => Answer,
): Answer {
  const whole = answerOf(items);
  if (items.length === 0 || tokensOfAnswer(whole) <= budget) return whole;
  const tokensOf = (count: number): number => tokensOfAnswer(answerOf(items.slice(0, count)));
  const count = mostThatFits(0, Math.min(items.length, budget), (some) => tokensOf(some) <= budget);
  if (count > 0) return answerOf(items.slice(0, count));
  const found = items.length === 1 ? 'The only match does' : `The first of ${items.length} does`;
  return answerOf([], `${found} not fit into the budget of ${budget} tokens: it takes ${tokensOf(1)}.`);
}
