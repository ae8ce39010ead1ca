/** An answer without what some models write before it: `<think>…</think>`. Nothing is handed on while they think. */

import type { CompletionPieces } from '../base/answerTypes.ts';

const OPENING = /^\s*<think(?:ing)?>/i;
const CLOSING = /<\/think(?:ing)?>/i;
/** What may become one of them. */
const MAY_OPEN = /^\s*(?:<[a-z]{0,8})?$/i;
/** Characters before an answer begins; more of them are its own. */
const MOST_BLANK = 1000;
const MAY_CLOSE = /<\/?[a-z]{0,8}$/i;

export async function* withoutThinking(pieces: CompletionPieces): CompletionPieces {
  let state: 'beginning' | 'thinking' | 'blank' | 'saying' = 'beginning';
  let held = '';
  for (;;) {
    const next = await pieces.next();
    if (next.done === true) {
      // Who only thought has said nothing.
      if (state === 'beginning' && held.trim() !== '') yield held;
      return next.value;
    }
    held += next.value;
    if (state === 'beginning') {
      if (held.length < MOST_BLANK && MAY_OPEN.test(held)) continue;
      state = OPENING.test(held) ? 'thinking' : 'saying';
    }
    if (state === 'thinking') {
      const end = CLOSING.exec(held);
      if (end === null) {
        held = MAY_CLOSE.exec(held)?.[0] ?? '';
        continue;
      }
      held = held.slice(end.index + end[0].length);
      state = 'blank';
    }
    if (state === 'blank') {
      held = held.trimStart();
      if (held !== '') state = 'saying';
    }
    if (held !== '') yield held;
    held = '';
  }
}
