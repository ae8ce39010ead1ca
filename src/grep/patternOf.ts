/** A question as a pattern for grep: any of its words that carry a subject. Pure. */

import { escapeRegExp } from '../base/escapeRegExp.ts';
import { identifiersIn, STOP_WORDS, stem } from '../base/words.ts';

/** Of a whole chat, the last words are what is being asked. */
const MOST_WORDS = 24;

export function patternOf(question: string): string {
  const words = identifiersIn(question);
  const subject = words.filter((word) => word.length > 2 && !STOP_WORDS.has(word.toLowerCase()));
  const distinct = [...new Set((subject.length === 0 ? words : subject).map(beginningOf))].slice(-MOST_WORDS);
  // A text without a word, such as `=>`, is looked for as it stands.
  if (distinct.length === 0) return escapeRegExp(question.trim().split('\n', 1)[0]!);
  return distinct.map(escapeRegExp).join('|');
}

/** What a plain word has in common with its other forms: `filtered` → filter, `queries` → quer. Names stay whole. */
function beginningOf(word: string): string {
  if (!/^[A-Z]?[a-z]+$/.test(word)) return word;
  const lower = word.toLowerCase();
  const short = stem(lower);
  const same = lower.startsWith(short) ? short : short.slice(0, -1);
  return same.length >= 4 && lower.startsWith(same) ? same : lower;
}
