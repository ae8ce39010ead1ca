/** A question, or a whole chat, as far as a prompt has room for it beside its sources. Pure. */

import { estimateTokens } from '../query/estimateTokens.ts';

/** Of the prompt; the rest is for sources. */
const SHARE = 1 / 3;

/** @returns the text, or its end: of a chat that is what is being asked */
export function fitQuestion(text: string, promptTokens: number): string {
  const room = Math.max(1, Math.floor(promptTokens * SHARE));
  if (estimateTokens(text) <= room) return text;
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokens(text.slice(-middle)) <= room) low = middle;
    else high = middle - 1;
  }
  // A cut through a character of two code units leaves half of it.
  return `[…] ${text.slice(text.length - low).replace(/^[\udc00-\udfff]/, '')}`;
}
