/** How fresh an answer is: in one line, and as data. */

import type { Freshness } from '../base/searchTypes.ts';
import { freshnessNotes, isStale, isUnread, shortCommit } from '../view/renderFreshness.ts';

/** For those who ask for the state of the index. */
export function describeFreshness(freshness: Freshness): string {
  const { indexedCommit, headCommit, dirtyFiles } = freshness;
  const notes = freshnessNotes(freshness);
  const isHead = indexedCommit !== null && indexedCommit === headCommit;
  const index = isHead ? [`the index is of HEAD (${shortCommit(indexedCommit)})`] : [];
  return `Freshness: ${[...index, ...notes, ...(dirtyFiles === 0 ? ['no uncommitted changes'] : [])].join('; ')}.`;
}

/** For all other answers. @returns [] where nothing is behind or unsearched: a model pays for each line */
export function staleLines(freshness: Freshness): string[] {
  return isUnread(freshness) || isStale(freshness) ? [`Freshness: ${freshnessNotes(freshness).join('; ')}.`] : [];
}

/** Files that each list names: the rest is a number. */
const MOST_NAMED = 5;

/** The same as everywhere else, with the beginning of its lists. */
export function freshnessData(freshness: Freshness): Freshness & { unlisted?: number } {
  const [asCommitted, missingFiles] = [freshness.asCommitted, freshness.missingFiles];
  const lists = { asCommitted: asCommitted.slice(0, MOST_NAMED), missingFiles: missingFiles.slice(0, MOST_NAMED) };
  const unlisted = asCommitted.length + missingFiles.length - lists.asCommitted.length - lists.missingFiles.length;
  return { ...freshness, ...lists, ...(unlisted === 0 ? {} : { unlisted }) };
}
