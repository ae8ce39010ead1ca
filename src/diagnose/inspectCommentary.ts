/** What is wrong with commentary.lance, and its repair: it goes, because what cannot be read cannot be shown. */

import { isCoraError } from '../errors.ts';
import { hasCommentary, openCommentary, removeCommentary } from '../store/commentaryTable.ts';
import type { Finding } from '../store/finding.ts';
import { withWriteLock } from '../store/withWriteLock.ts';
import type { Log } from '../types.ts';

export interface CommentaryFinding extends Omit<Finding, 'code'> {
  code: 'broken-commentary';
}

const WAIT_MS = 1000;

/** @param dir the folder of one fingerprint */
export async function inspectCommentary(dir: string): Promise<CommentaryFinding[]> {
  if (!(await hasCommentary(dir))) return [];
  try {
    const table = await openCommentary(dir, null, 'read');
    // Every row, because nothing else tells that a data file is gone.
    await table?.scan(['contentHash', 'model', 'prompt', 'origin', 'text', 'words']).finally(() => table.close());
    return [];
  } catch (error) {
    if (!isCoraError(error) || error.code !== 'BROKEN_INDEX') throw error;
    const fix = 'remove it; cora index --commentary writes it again';
    return [{ code: 'broken-commentary', message: error.message, fixable: true, fix }];
  }
}

/** @throws CoraError LOCKED when a writer is at work */
export async function repairCommentary(dir: string, findings: readonly CommentaryFinding[], log: Log): Promise<void> {
  if (findings.length === 0) return;
  await withWriteLock(dir, { waitMs: WAIT_MS, log }, async ({ ensureOwned }) => {
    ensureOwned();
    await removeCommentary(dir);
  });
}
