/** One line of `cora watch`, for each look at the repository that found something to do or to wait for. */

import { count, counted, duration } from '../../base/renderNumbers.ts';
import type { Refresh } from '../../freshness/watch.ts';
import { shortCommit } from '../../view/renderFreshness.ts';

/** @returns null where nothing is worth a line */
export function renderRefresh({ commit, index, edits, waitsFor, tookMs }: Refresh): string | null {
  if (waitsFor !== null) return `waiting for the end of the ${waitsFor}`;
  if (commit === null) return 'waiting for the first commit';
  const done: string[] = [];
  if (index !== null) {
    const { files, computed, embedded, reused } = index;
    const work = `${counted(computed, 'file')} read, ${counted(embedded, 'vector')} computed, ${count(reused)} reused`;
    done.push(`commit ${shortCommit(commit)}: ${counted(files, 'file')} (${work})`);
  }
  if (edits.blobs > 0) done.push(`${counted(edits.blobs, 'edited file')}, ${counted(edits.chunks, 'chunk')}`);
  return done.length === 0 ? null : `${done.join('; ')} in ${duration(tookMs)}`;
}
