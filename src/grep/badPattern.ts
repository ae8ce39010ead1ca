/** What a person reads when a pattern can't be searched for. */

import { CoraError } from '../base/errors.ts';

/**
 * @param at 0-based position in characters, null where no single place is wrong
 * @param advice what to write instead; the way to search for the text itself is added
 */
export function badPattern(pattern: string, at: number | null, problem: string, advice: string): CoraError {
  const place = at === null ? '' : ` at character ${at + 1}`;
  return new CoraError('BAD_PATTERN', `The pattern ${quoted(pattern, at)} can't be searched for: ${problem}${place}.`, {
    hint: `${advice[0]!.toUpperCase()}${advice.slice(1)}, or search for the text as it stands with --fixed.`,
  });
}

/** The pattern, or what surrounds the place of the problem in a long one. */
function quoted(pattern: string, at: number | null): string {
  const chars = Array.from(pattern);
  if (chars.length <= 60) return JSON.stringify(pattern);
  const from = Math.max(0, Math.min((at ?? 0) - 25, chars.length - 55));
  const cut = chars.slice(from, from + 55).join('');
  return JSON.stringify(`${from > 0 ? '…' : ''}${cut}${from + 55 < chars.length ? '…' : ''}`);
}
