/** How fresh an answer is: in one line, and as data. */

import type { Freshness } from '../../index.ts';
import { freshnessNotes, shortCommit } from '../render/renderFreshness.ts';

export function describeFreshness(freshness: Freshness): string {
  const { indexedCommit, headCommit, dirtyFiles } = freshness;
  const notes = freshnessNotes(freshness);
  const isHead = indexedCommit !== null && indexedCommit === headCommit;
  const index = isHead ? [`the index is of HEAD (${shortCommit(indexedCommit)})`] : [];
  return `Freshness: ${[...index, ...notes, ...(dirtyFiles === 0 ? ['no uncommitted changes'] : [])].join('; ')}.`;
}

/** Files that are named: the rest is a number. */
const MOST_NAMED = 5;

export function freshnessData(freshness: Freshness) {
  const { indexedCommit, headCommit, commitsBehind, dirtyFiles, missingFiles, asCommitted } = freshness;
  const missing = missingFiles.length;
  return {
    indexedCommit,
    headCommit,
    commitsBehind,
    dirtyFiles,
    missing,
    missingFiles: missingFiles.slice(0, MOST_NAMED),
    asCommitted: asCommitted.length,
  };
}
