/** Why a result is there, in a few words. Pure. */

import type { SearchHit, Why } from '../base/searchTypes.ts';
import { termsOf } from '../base/words.ts';
import type { QueryWords } from './queryWords.ts';

/** What a hit has beside the words that it shows anyway. */
const REASONS: readonly (readonly [keyof Why, string])[] = [
  ['symbol', 'symbol'],
  ['path', 'path'],
  ['references', 'references'],
  ['include', 'included'],
];

/**
 * The query's words that are in the hit, and what else speaks for it: `open, table; symbol`. Nearness alone is named where
 * nothing else is.
 */
export function reasonsOf({ why, text, signature, scope }: SearchHit, words: QueryWords): string {
  const found = why.words === 0 ? [] : wordsIn(`${scope.join(' ')} ${signature}\n${text}`, words);
  const others = REASONS.filter(([key]) => why[key] !== 0 && why[key] !== false).map(([, name]) => name);
  const reasons = [...(found.length === 0 ? [] : [found.join(', ')]), ...others];
  if (reasons.length > 0) return reasons.join('; ');
  if (why.words !== 0) return 'words';
  return why.vectors === 0 ? 'neighbour' : 'meaning';
}

/** As they were asked for, in that order. */
function wordsIn(text: string, words: QueryWords): string[] {
  const present = new Set(termsOf(text).words);
  return [...words.asked].filter(([stem]) => present.has(stem)).map(([, word]) => word);
}
