/** A list within a budget of tokens: whole items from the first one. */

import { estimateTokens } from '../../index.ts';

export interface Fitted<T> {
  shown: T[];
  text: string;
}

/** @param budget tokens, of the text and of the items as JSON alike; the first item is always shown */
export function fitItems<T>(items: readonly T[], budget: number, render: (item: T) => string): Fitted<T> {
  const shown: T[] = [];
  const texts: string[] = [];
  let tokens = 0;
  for (const item of items) {
    const text = render(item);
    tokens += Math.max(estimateTokens(`${text}\n`), estimateTokens(JSON.stringify(item)));
    if (tokens > budget && shown.length > 0) break;
    shown.push(item);
    texts.push(text);
  }
  return { shown, text: texts.join('\n') };
}
