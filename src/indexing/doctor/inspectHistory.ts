/**
 * What is wrong with commits.lance, and its repair: it goes, and the next index run writes it again. That it is not there
 * is no finding: an older index has none, and it can be switched off.
 */

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isCoraError } from '../../base/errors.ts';
import type { Log } from '../../base/types.ts';
import { commitsDirectory, hasCommitTable, openCommitTable, removeCommitTable } from '../../store/commitTable.ts';
import type { Finding } from '../../store/finding.ts';
import { removeTips } from '../../store/historyState.ts';
import { inspectSums } from '../../store/inspectSums.ts';
import { TEMP_FILE } from '../../store/replaceFile.ts';
import { isLockStale, removeStaleLock, withWriteLock } from '../../store/withWriteLock.ts';

export interface HistoryFinding extends Omit<Finding, 'code'> {
  code: 'broken-history' | 'stale-lock' | 'temp-files';
}

const WAIT_MS = 1000;

/** @param root the folder that holds the stores of all embedders */
export async function inspectHistory(root: string): Promise<HistoryFinding[]> {
  const findings: HistoryFinding[] = [];
  if (isLockStale(root)) {
    const message = `a process that held the write lock of ${root} ended without giving it back`;
    findings.push({ code: 'stale-lock', message, fixable: true, fix: 'remove the lock' });
  }
  const left = await tempFiles(root);
  if (left.length > 0) {
    const message = `${left.length} unfinished file(s) of an interrupted run in ${root}: ${left.join(', ')}`;
    findings.push({ code: 'temp-files', message, fixable: true, fix: 'remove them' });
  }
  const complaint = await readAll(root);
  if (complaint !== null) {
    findings.push({ code: 'broken-history', message: complaint, fixable: true, fix: 'remove it and index again' });
  }
  return findings;
}

/** @throws CoraError LOCKED when a writer is at work */
export async function repairHistory(root: string, findings: readonly HistoryFinding[], log: Log): Promise<void> {
  if (findings.length === 0) return;
  removeStaleLock(root);
  await withWriteLock(root, { waitMs: WAIT_MS, log }, async ({ ensureOwned }) => {
    ensureOwned();
    await Promise.all((await tempFiles(root)).map((name) => rm(join(root, name), { force: true })));
    if (!findings.some(({ code }) => code === 'broken-history')) return;
    await removeTips(root);
    await removeCommitTable(root);
  });
}

/** Every row, because nothing else tells that a data file is gone. @returns the complaint */
async function readAll(root: string): Promise<string | null> {
  if (!(await hasCommitTable(root))) return null;
  try {
    // First: LanceDB may never come back from a damaged file.
    const { rows, newer, old } = await inspectSums(commitsDirectory(root));
    const [first] = [...rows, ...newer, ...old];
    if (first !== undefined) return `the table of commits has a file that is not as it was written: ${first}`;
    const table = await openCommitTable(root, 'read');
    try {
      await table?.scan(['commit', 'subject', 'body', 'files', 'subjectWords', 'bodyWords', 'pathWords']);
    } finally {
      table?.close();
    }
    return null;
  } catch (error) {
    if (!isCoraError(error) || error.code !== 'BROKEN_INDEX') throw error;
    return error.message;
  }
}

async function tempFiles(root: string): Promise<string[]> {
  return (await readdir(root).catch(() => [])).filter((name) => TEMP_FILE.test(name)).sort();
}
