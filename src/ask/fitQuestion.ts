/** A question, or a whole chat, as far as a prompt has room for it beside its sources. Pure. */

import { estimateTokens } from '../base/estimateTokens.ts';
import { mostThatFits } from '../base/mostThatFits.ts';

/** Of the prompt; the rest is for sources. */
const SHARE = 1 / 3;

/** @returns the text, or its end: of a chat that is what is being asked */
export function fitQuestion(text: string, promptTokens: number): string {
  const room = Math.max(1, Math.floor(promptTokens * SHARE));
  if (estimateTokens(text) <= room) return text;
  const length = mostThatFits(0, text.length, (count) => estimateTokens(text.slice(-count)) <= room);
  // A cut through a character of two code units leaves half of it.
  return `[…] ${text.slice(text.length - length).replace(/^[\udc00-\udfff]/, '')}`;
}
