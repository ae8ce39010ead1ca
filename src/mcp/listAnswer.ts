/** A list as an answer: within its budget, with freshness, an explanation where it is empty, and what to call next. */

import type { Freshness } from '../base/searchTypes.ts';
import type { Answer } from './answer.ts';
import { freshnessData, staleLines } from './describeFreshness.ts';
import { fitItems, LARGER } from './fitItems.ts';
import type { Place } from './places.ts';

export interface ListRequest<T> {
  /** What the list is called in the data. */
  key: string;
  place: Place;
  freshness: Freshness;
  items: readonly T[];
  /** Tokens. */
  budget: number;
  render(item: T): string;
  /** Said where the list is empty. */
  nothing: string;
  next(shown: readonly T[]): string;
}

export function listAnswer<T>({ key, place, freshness, items, budget, render, nothing, next }: ListRequest<T>): Answer {
  return fitItems(items, budget, (shown, tooSmall) => {
    const left = items.length - shown.length;
    const notice = tooSmall ?? (shown.length === 0 ? nothing : undefined);
    const call = tooSmall === undefined ? next(shown) : LARGER;
    const lines = [
      notice ?? shown.map(render).join('\n'),
      '',
      ...(left === 0 || tooSmall !== undefined ? [] : [`${left} more do not fit into the budget.`]),
      ...staleLines(freshness),
      call,
    ];
    return {
      text: `${lines.join('\n')}\n`,
      data: {
        repository: place.name,
        freshness: freshnessData(freshness),
        [key]: shown,
        truncated: left > 0,
        ...(notice === undefined ? {} : { notice }),
        next: call,
      },
    };
  });
}
