/**
 * The history of HEAD as a query sees it: which commits belong to it says git, what they say comes
 * from commits.rows, and from git itself for those that are not there. Never locks, never writes.
 */

import { isCoraError } from '../base/errors.ts';
import type { CommitRecord, HistoryFreshness } from '../base/historyTypes.ts';
import { listed } from '../base/lists.ts';
import type { Log } from '../base/types.ts';
import { readCommits } from '../git/readCommits.ts';
import { type Repository, refuseLostHead } from '../git/repository.ts';
import { listAncestors } from '../git/resolveCommit.ts';
import {
  COMMIT_TABLE,
  type CommitColumn,
  type CommitRow,
  type CommitTable,
  RECORD_COLUMNS,
} from '../store/sideTables.ts';

export interface HistoryContext {
  repository: Repository;
  /** The folder that holds the stores of all embedders. */
  root: string;
  /** The setting `history`: the number of the newest commits that are kept; 0 for none. */
  limit: number;
  log: Log;
}

/** The fields that are scored and filtered. */
export type HistoryCommit = Pick<CommitRow, (typeof COLUMNS)[number]> & { files?: CommitRecord['files'] };

export interface History {
  /** Newest first. */
  commits: HistoryCommit[];
  freshness: HistoryFreshness;
  /** The newest commit that the index has. */
  indexedCommit: string | null;
  /** Reads these commits, in this order. */
  records(commits: readonly string[]): Promise<CommitRecord[]>;
}

const COLUMNS = listed(
  'commit parents author email commitDate subjectWords bodyWords pathWords',
) satisfies readonly CommitColumn[];

/** The most commits that a query reads from git itself, in 0.1 to 0.2 s: more would be a build. */
const MOST_READ = 2000;

/** Reads the history of HEAD. @param withFiles also the files of each commit @throws CoraError */
export async function readHistory(context: HistoryContext, withFiles: boolean): Promise<History> {
  const { repository } = context;
  refuseLostHead(repository);
  const limit = context.limit === 0 ? MOST_READ : context.limit;
  const columns: readonly CommitColumn[] = withFiles ? [...COLUMNS, 'files'] : COLUMNS;
  const head = repository.head?.commit ?? null;
  const [names, { table, rows }] = await Promise.all([
    // One more than wanted tells whether there are more.
    head === null ? [] : listAncestors(repository, { from: head, limit: limit + 1 }),
    readTable(context, columns),
  ]);
  const kept = names.slice(0, limit);
  const unknown = kept.filter((commit) => !rows.has(commit));
  const read = new Map<string, CommitRow>();
  for await (const records of readCommits(repository, unknown.slice(0, MOST_READ))) {
    // This module loads the rules for secrets, which are not needed where all commits are in the
    // table.
    const { commitRowOf } = await import('./commitRow.ts');
    for (const record of records) read.set(record.commit, commitRowOf(record));
  }
  const commits = kept.flatMap((commit) => rows.get(commit) ?? read.get(commit) ?? []);
  return {
    commits,
    indexedCommit: kept.find((commit) => rows.has(commit)) ?? null,
    freshness: {
      headCommit: head,
      searched: commits.length,
      readNow: read.size,
      missing: unknown.length - read.size,
      cutOff: names.length > limit ? 'setting' : repository.shallow ? 'shallow' : null,
    },
    records: async (wanted) => {
      const stored = wanted.filter((commit) => !read.has(commit));
      const found = table === null || stored.length === 0 ? [] : table.rows(stored, RECORD_COLUMNS);
      const all = new Map<string, CommitRecord>(found.map((row) => [row.commit, row]));
      return wanted.flatMap((commit) => {
        const row = read.get(commit);
        return row === undefined ? (all.get(commit) ?? []) : withoutWords(row);
      });
    },
  };
}

/** Returns a commit as the index gives it back. */
export function withoutWords(row: CommitRow): CommitRecord {
  const { subjectWords: _subject, bodyWords: _body, pathWords: _path, ...record } = row;
  return record;
}

async function readTable(
  { root, limit, log }: HistoryContext,
  columns: readonly CommitColumn[],
): Promise<{ table: CommitTable | null; rows: Map<string, CommitRow> }> {
  try {
    const table = limit === 0 ? null : await COMMIT_TABLE.open(root, 'read');
    const rows = table === null ? [] : table.scan(columns);
    return { table, rows: new Map(rows.map((row) => [row.commit, row as CommitRow])) };
  } catch (error) {
    if (!isCoraError(error) || error.code !== 'BROKEN_INDEX') throw error;
    log.warn(`${error.message}; git is asked instead. Repair it with: cora doctor --fix`);
    return { table: null, rows: new Map() };
  }
}
