/** What is wrong with commentary.lance, and its repair: it goes, because what cannot be read cannot be shown. */

import { isCoraError } from '../../base/errors.ts';
import type { Log } from '../../base/types.ts';
import { commentaryHome } from '../../store/commentaryJournal.ts';
import { commentaryDirectory, hasCommentary, openCommentary, removeCommentary } from '../../store/commentaryTable.ts';
import { takeSums, writeSums } from '../../store/fileSums.ts';
import type { Finding } from '../../store/finding.ts';
import { inspectSums, removeOldFiles } from '../../store/inspectSums.ts';
import { isLockStale, removeStaleLock, withWriteLock } from '../../store/withWriteLock.ts';

export interface CommentaryFinding extends Omit<Finding, 'code'> {
  code: 'broken-commentary' | 'old-commentary' | 'stale-lock';
}

const WAIT_MS = 1000;

/** @param dir the folder of one fingerprint */
export async function inspectCommentary(dir: string): Promise<CommentaryFinding[]> {
  return [...inspectLock(commentaryHome(dir)), ...(await inspectAnswers(dir))];
}

/** Of whoever asks a model, beside the journal. */
function inspectLock(home: string): CommentaryFinding[] {
  if (!isLockStale(home)) return [];
  const message = `a process that asked for commentary ended without giving the lock of ${home} back`;
  return [{ code: 'stale-lock', message, fixable: true, fix: 'remove the lock' }];
}

async function inspectAnswers(dir: string): Promise<CommentaryFinding[]> {
  if (!(await hasCommentary(dir))) return [];
  try {
    // First: LanceDB may never come back from a damaged file.
    const { rows, newer, old } = await inspectSums(commentaryDirectory(dir));
    const said = (path: string) => `the table of commentary has a file that is not as it was written: ${path}`;
    if (rows[0] !== undefined) return [broken(said(rows[0]))];
    const table = await openCommentary(dir, null, 'read');
    // Every row, because nothing else tells that a data file is gone.
    await table?.scan(['contentHash', 'model', 'prompt', 'origin', 'text', 'words']).finally(() => table.close());
    const [other] = [...newer, ...old];
    return other === undefined ? [] : [outdated(said(other))];
  } catch (error) {
    if (!isCoraError(error) || error.code !== 'BROKEN_INDEX') throw error;
    return [broken(error.message)];
  }
}

function broken(message: string): CommentaryFinding {
  const fix = 'remove it; cora index --commentary writes it again';
  return { code: 'broken-commentary', message, fixable: true, fix };
}

/** What is there can be read. */
function outdated(message: string): CommentaryFinding {
  const fix = 'keep what can be read; cora index --commentary writes what is missing';
  return { code: 'old-commentary', message, fixable: true, fix };
}

/** @throws CoraError LOCKED when a writer is at work */
export async function repairCommentary(dir: string, findings: readonly CommentaryFinding[], log: Log): Promise<void> {
  removeStaleLock(commentaryHome(dir));
  if (findings.every(({ code }) => code === 'stale-lock')) return;
  await withWriteLock(dir, { waitMs: WAIT_MS, log }, async ({ ensureOwned }) => {
    ensureOwned();
    if (findings.some(({ code }) => code === 'broken-commentary')) return removeCommentary(dir);
    const directory = commentaryDirectory(dir);
    await removeOldFiles(directory);
    await writeSums(directory, await takeSums(directory));
  });
}
