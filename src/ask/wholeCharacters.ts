/** The same pieces, none of which ends within a character of two code units: each can be shown as it comes. */

import type { CompletionPieces } from '../base/answerTypes.ts';

export async function* wholeCharacters(pieces: CompletionPieces): CompletionPieces {
  let held = '';
  for (;;) {
    const next = await pieces.next();
    if (next.done === true) {
      if (held !== '') yield held;
      return next.value;
    }
    const text = held + next.value;
    held = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : '';
    const whole = text.slice(0, text.length - held.length);
    if (whole !== '') yield whole;
  }
}
