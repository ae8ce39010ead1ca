/** A list as an answer: within its budget, with freshness, an explanation where it is empty, and what to call next. */

import type { Freshness } from '../../index.ts';
import type { Answer } from './answer.ts';
import { freshnessData, staleLines } from './describeFreshness.ts';
import { fitItems } from './fitItems.ts';
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

export function listAnswer<T>(request: ListRequest<T>): Answer {
  const { key, place, freshness, items, budget, render, nothing } = request;
  const { shown, text } = fitItems(items, budget, render);
  const left = items.length - shown.length;
  const next = request.next(shown);
  const lines = [
    shown.length === 0 ? nothing : text,
    '',
    ...(left === 0 ? [] : [`${left} more do not fit into the budget.`]),
    ...staleLines(freshness),
    next,
  ];
  return {
    text: `${lines.join('\n')}\n`,
    data: {
      repository: place.name,
      freshness: freshnessData(freshness),
      [key]: shown,
      truncated: left > 0,
      ...(shown.length === 0 ? { notice: nothing } : {}),
      next,
    },
  };
}
