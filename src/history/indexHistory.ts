/**
 * Indexes the commits of a history in commits.rows: those that are not there yet are read from git
 * and appended at once. Where nothing is new, nothing is read. searchCommits.ts searches them.
 */

import { whenRefused } from '../base/errors.ts';
import { fingerprintOf } from '../base/identity.ts';
import type { HistoryReport } from '../base/types.ts';
import { type ReadCommit, readCommits } from '../git/readCommits.ts';
import { isAncestor, listAncestors, shallowCommits } from '../git/resolveCommit.ts';
import {
  COMMIT_TABLE,
  type CommitRow,
  type CommitTable,
  type HistoryTip,
  readTips,
  removeTips,
  writeTips,
} from '../store/sideTables.ts';
import { WRITER_WAIT_MS, withWriteLock } from '../store/withWriteLock.ts';
import { commitRowOf } from './commitRow.ts';
import type { HistoryContext } from './readHistory.ts';

export interface HistoryIndexRequest extends HistoryContext {
  /** The commit whose history it is, by object name. */
  commit: string;
  full: boolean;
  signal?: AbortSignal;
}

/** The number of earlier runs that are tried: most go on from the last one or the one before. */
const TIPS_TRIED = 3;

/** @throws CoraError */
export async function indexHistory(request: HistoryIndexRequest): Promise<HistoryReport> {
  const started = Date.now();
  const { root, limit } = request;
  const done = (added: number): HistoryReport => ({ added, tookMs: Date.now() - started });
  if (limit === 0) return done(0);
  const cut = [...(await shallowCommits(request.repository))].sort();
  const tip = { commit: request.commit, limit, boundary: cut.length === 0 ? '' : fingerprintOf(cut) };
  if (!request.full && (await isThere(root, tip))) return done(0);
  const lock = { waitMs: WRITER_WAIT_MS, log: request.log, signal: request.signal };
  return withWriteLock(root, lock, async ({ ensureOwned }) => {
    const { table, fresh } = await openForWriting(request);
    const tips = fresh ? [] : await readTips(root);
    const missing = await missingCommits(request, table, tips, tip);
    const added = await table.append(rowsOf(readCommits(request.repository, missing, request.signal)), ensureOwned);
    await writeTips(root, [tip, ...tips.filter(({ commit }) => commit !== tip.commit)]);
    return done(added);
  });
}

/** Rows in one batch: git's pieces are small. */
const BATCH = 2000;

/**
 * Makes rows. A commit at a shallow clone's cut gets none: it would be wrong when the clone grows.
 */
async function* rowsOf(read: AsyncIterable<readonly ReadCommit[]>): AsyncGenerator<CommitRow[]> {
  let rows: CommitRow[] = [];
  for await (const records of read) {
    for (const record of records) if (record.filesKnown) rows.push(commitRowOf(record));
    if (rows.length < BATCH) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}

async function isThere(root: string, tip: HistoryTip): Promise<boolean> {
  const tips = (await readTips(root)).filter((known) => covers(known, tip));
  return tips.some(({ commit }) => commit === tip.commit) && (await COMMIT_TABLE.isWhole(root));
}

/** True if as much of the history was read as is wanted now. */
function covers(known: HistoryTip, wanted: HistoryTip): boolean {
  return known.limit >= wanted.limit && known.boundary === wanted.boundary;
}

async function openForWriting(request: HistoryIndexRequest): Promise<{ table: CommitTable; fresh: boolean }> {
  const { root, full, log } = request;
  const broken = whenRefused(({ message }) => {
    log.warn(`${message}. It is written anew.`);
    return null;
  }, 'BROKEN_INDEX');
  const there = await COMMIT_TABLE.open(root, 'write').catch(broken);
  if (there !== null && !full) return { table: there, fresh: false };
  // The tips go first: they refer to the rows that go.
  await removeTips(root);
  return { table: await COMMIT_TABLE.create(root), fresh: true };
}

async function missingCommits(
  { repository, signal }: HistoryIndexRequest,
  table: CommitTable,
  tips: readonly HistoryTip[],
  tip: HistoryTip,
): Promise<string[]> {
  const list = { from: tip.commit, limit: tip.limit, signal };
  for (const { commit } of tips.filter((known) => covers(known, tip)).slice(0, TIPS_TRIED)) {
    const grown = listAncestors(repository, { ...list, without: [commit] });
    // A commit that is no ancestor may be gone from the repository.
    grown.catch(() => undefined);
    if (await isAncestor(repository, commit, tip.commit))
      return without(await grown, table.rows(await grown, ['commit']));
  }
  return without(await listAncestors(repository, list), table.scan(['commit']));
}

function without(commits: readonly string[], rows: readonly { commit: string }[]): string[] {
  const known = new Set(rows.map(({ commit }) => commit));
  return commits.filter((commit) => !known.has(commit));
}
