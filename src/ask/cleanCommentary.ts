/**
 * What a language model said, or somebody's artifact says that it said, as one paragraph that is safe to store and to show:
 * no control characters, nothing that turns the direction of text or hides in it, no thinking aloud, of limited length.
 */

import { redactText } from '../secrets/redact.ts';

/** 80 words have 500. */
const MOST_COMMENTARY = 1000;

/** Controls, bidirectional and invisible formatting, private use, tags; line ends become spaces. */
const UNSAFE = /(?!\s)[\p{Cc}\p{Cf}\p{Co}\p{Cs}]|[\u2028\u2029]/gu;
const THINKING = /^\s*<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/i;
const FENCE = /```[^\n`]*\n?|```/g;

/** @returns '' where nothing is left */
export function cleanCommentary(said: string): string {
  // Before lines are joined, which hides what stands at the start of one, and after, when what stood between is gone.
  const plain = redactText(said)
    .replace(THINKING, '')
    .replace(FENCE, ' ')
    .replace(UNSAFE, '')
    .replace(/\s+/gu, ' ')
    .trim();
  return redactText(cut(unquoted(plain)));
}

function unquoted(text: string): string {
  return /^"[^"]*"$/.test(text) ? text.slice(1, -1).trim() : text;
}

/** Behind a sentence, where one ends in the second half; never inside of a character. */
function cut(text: string): string {
  if (text.length <= MOST_COMMENTARY) return text;
  const head = text.slice(0, MOST_COMMENTARY).replace(/[\ud800-\udbff]$/, '');
  const end = Math.max(head.lastIndexOf('. '), head.lastIndexOf('! '), head.lastIndexOf('? '));
  return end > MOST_COMMENTARY / 2 ? head.slice(0, end + 1) : `${head.trimEnd()}…`;
}
