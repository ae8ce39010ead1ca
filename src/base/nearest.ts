/** Typing errors: which known name was probably meant. Pure. */

import { editsBetween } from './editsBetween.ts';

/** @returns the nearest candidate within two edits, whatever the case, for "did you mean"; of equally near ones the first */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let least = 3;
  for (const candidate of candidates) {
    const most = Math.min(least - 1, Math.floor(candidate.length / 2));
    const edits = editsBetween(wanted, candidate.toLowerCase(), most);
    if (edits > most) continue;
    best = candidate;
    least = edits;
  }
  return best;
}
