/**
 * `cora doctor`'s look at one store: what is wrong in the folder of one fingerprint. Looks only; the repairs are
 * repairStore.ts, the table's own checks inspectTable.ts.
 */

import { access } from 'node:fs/promises';
import { type CoraError, isCoraError } from '../base/errors.ts';
import { blobKeyOf } from '../base/identity.ts';
import type { RepoState } from '../base/types.ts';
import type { Finding } from './finding.ts';
import { inspectTable } from './inspectTable.ts';
import { CHUNKS, hasTable } from './openTable.ts';
import { isDoubtful, outcomesFile, parseOutcomes } from './outcomes.ts';
import { listTempFiles } from './replaceFile.ts';
import { readState } from './state.ts';
import { tableDirectory } from './tableHandle.ts';
import { isLockStale } from './withWriteLock.ts';

/** @returns nothing for a healthy store */
export async function inspectStore(dir: string): Promise<Finding[]> {
  const findings = [...inspectLock(dir), ...(await inspectFiles(dir))];
  const state = await inspectState(dir, findings);
  if (await hasTable(dir)) {
    if (state === null && findings.every(({ code }) => !code.endsWith('-state'))) findings.push(missingState(dir));
    return [...findings, ...(await inspectOutcomes(dir, state)), ...(await inspectTable(dir, state))];
  }
  if (await exists(tableDirectory(dir, CHUNKS))) return [...findings, unfinishedTable(dir)];
  return [...findings, state === null ? noIndex(dir) : missingTable(dir)];
}

function inspectLock(dir: string): Finding[] {
  if (!isLockStale(dir)) return [];
  const message = `a process that held the write lock of ${dir} ended without giving it back`;
  return [{ code: 'stale-lock', message, fixable: true, fix: 'remove the lock' }];
}

async function inspectFiles(dir: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const temps = await listTempFiles(dir);
  if (temps.length > 0) {
    const message = `${temps.length} unfinished file(s) of an interrupted run in ${dir}: ${temps.join(', ')}`;
    findings.push({ code: 'temp-files', message, fixable: true, fix: 'remove them' });
  }
  if ((await exists(outcomesFile(dir))) && (await parseOutcomes(dir)) === null) {
    const message = `${outcomesFile(dir)} is torn or of another version`;
    findings.push({ code: 'torn-outcomes', message, fixable: true, fix: 'remove it; its files are read again' });
  }
  return findings;
}

/** Rows that a run of an earlier version left, which took a want of memory for a fault of the file. */
async function inspectOutcomes(dir: string, state: RepoState | null): Promise<Finding[]> {
  const outcomes = (await parseOutcomes(dir)) ?? {};
  const doubtful = Object.entries(state?.files ?? {}).filter(([, file]) => isDoubtful(outcomes[blobKeyOf(file)]));
  if (doubtful.length === 0) return [];
  const [[path]] = doubtful as [[string, unknown]];
  const message = `${doubtful.length} file(s) were cut by lines when their parser failed, perhaps for want of memory; one is ${path}`;
  return [{ code: 'doubtful-rows', message, fixable: true, fix: 'cora index parses them again' }];
}

async function inspectState(dir: string, findings: Finding[]): Promise<RepoState | null> {
  try {
    return await readState(dir);
  } catch (error) {
    if (!isCoraError(error)) throw error;
    findings.push(stateFinding(error));
    return null;
  }
}

function stateFinding(error: CoraError): Finding {
  const { message } = error;
  if (error.code === 'BROKEN_INDEX') {
    return { code: 'torn-state', message, fixable: true, fix: 'remove it and write it again from the table' };
  }
  return { code: 'incompatible-state', message, fixable: false, fix: error.hint ?? 'run: cora index --full' };
}

function missingState(dir: string): Finding {
  const message = `the index in ${dir} has rows, but the run that made them never finished`;
  return { code: 'missing-state', message, fixable: true, fix: 'index again; finished files are reused' };
}

function missingTable(dir: string): Finding {
  const message = `the index state in ${dir} names a table that is not there`;
  return { code: 'missing-table', message, fixable: true, fix: 'index again' };
}

function unfinishedTable(dir: string): Finding {
  const message = `the table in ${dir} was never finished`;
  return { code: 'broken-table', message, fixable: true, fix: 'remove it and index again' };
}

function noIndex(dir: string): Finding {
  return { code: 'no-index', message: `there is no index in ${dir}`, fixable: true, fix: 'run: cora index' };
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
