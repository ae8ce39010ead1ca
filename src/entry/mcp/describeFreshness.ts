/** How fresh an answer is, in one line. */

import type { Freshness } from '../../index.ts';
import { freshnessNotes, shortCommit } from '../renderFreshness.ts';

export function describeFreshness(freshness: Freshness): string {
  const { indexedCommit, headCommit, dirtyFiles } = freshness;
  const notes = freshnessNotes(freshness);
  const isHead = indexedCommit !== null && indexedCommit === headCommit;
  const index = isHead ? [`the index is of HEAD (${shortCommit(indexedCommit)})`] : [];
  return `Freshness: ${[...index, ...notes, ...(dirtyFiles === 0 ? ['no uncommitted changes'] : [])].join('; ')}.`;
}
