/** Passwords and keys in a list of them: `api_keys = ["…", "…"]`, `passwords:` with lines of `- …` below it. */

import { isPasswordText, isSecretText } from './assignments.ts';
import { meansOther, wordsOf } from './names.ts';
import type { Certainty } from './places.ts';
import type { SecretRule, Span } from './secretRule.ts';

const NAME_BEFORE = /[\w.-]{0,60}$/;
const MOST_NAME = 60;
const OPENED = /["']?(?::[ \t]{0,3}[\w<>[\]]{1,30})?\s{0,3}(?:=>|:?=|:)\s{0,3}(?:[\w.:]{0,30}\()?[[{(]/y;
const ITEM = /\s{0,40}["'`]([^"'`\\\r\n]{0,2000})["'`]\s{0,40},?/dy;
const LINES = /["']?:[ \t]{0,3}(?=\r?\n)/y;
const LINE = /\r?\n[ \t]{0,40}-[ \t]{1,10}["']?([^\s"'#]{1,2000})["']?[ \t]{0,40}(?=\r?\n|$)/dy;
const MOST_ITEMS = 20_000;

const rule = (id: string, what: string, keywords: readonly string[], isSecret: typeof isSecretText): SecretRule => {
  // Such a line is looked at for itself: a list of nothing else would be read from each of them on.
  const head = new RegExp(`(?:${keywords.join('|')}):$`, 'i');
  return { id, what, keywords, find: (text, at, length) => findList(text, at, at + length, head, isSecret) };
};

export const LIST_RULES: readonly SecretRule[] = [
  rule('assigned-password', 'strong values of a list called `passwords`', ['passwords', 'passphrases'], isPasswordText),
  rule(
    'assigned-secret',
    'random values of a list called `tokens`, `secrets`, `api_keys`',
    ['secrets', 'tokens', ...['api', 'access', 'secret'].flatMap((word) => [`${word}keys`, `${word}_keys`])],
    isSecretText,
  ),
];

function findList(text: string, at: number, end: number, head: RegExp, isSecret: typeof isSecretText): Span[] | null {
  const opened = [OPENED, LINES].find((pattern) => {
    pattern.lastIndex = end;
    return pattern.test(text);
  });
  if (opened === undefined) return null;
  const start = at - NAME_BEFORE.exec(text.slice(Math.max(0, at - MOST_NAME), at))![0].length;
  const words = wordsOf(text.slice(start, end));
  if (meansOther(words)) return null;
  const [item, certainty]: [RegExp, Certainty] = opened === OPENED ? [ITEM, 'quoted'] : [LINE, 'line'];
  const spans: Span[] = [];
  item.lastIndex = opened.lastIndex;
  for (let count = 0; count < MOST_ITEMS; count++) {
    const found = item.exec(text);
    if (found === null || (opened === LINES && head.test(found[1]!))) break;
    const [from, to] = found.indices![1]!;
    if (isSecret(found[1]!, words, certainty)) spans.push({ start: from, end: to });
  }
  return spans.length === 0 ? null : spans;
}
