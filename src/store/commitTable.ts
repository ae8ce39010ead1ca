/**
 * commits.rows: one row per commit message, of all branches that were indexed. A row is a function
 * of its commit, so the table only grows; a reader takes what its history holds, and scores whole
 * scans. commits.json says whose history is in it: an accelerator only.
 */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommitFile, CommitRecord } from '../base/historyTypes.ts';
import { REDACTION } from '../base/version.ts';
import { readSealedJson, replaceFile, sealJson } from '../disk/replaceFile.ts';
import { CHANGE_STATUSES, letterOf } from '../git/diffTrees.ts';
import { type SideTable, SideTableForm } from './sideTable.ts';

/**
 * A commit with its words, split as the words of code are (words.ts): separated by single spaces,
 * stemmed. A function of the commit alone.
 */
export interface CommitRow extends CommitRecord {
  subjectWords: string;
  bodyWords: string;
  /** The distinct words of the paths that it touched. */
  pathWords: string;
}

export type CommitColumn = keyof CommitRow;

/**
 * The version of a row, and of the rules by which secrets were written over. A table of another
 * version is not read, and the next index run writes it anew. 1: first. 2: messages without
 * secrets. 3: secrets are looked for before the lines of a subject are joined.
 */
const COMMIT_ROWS_VERSION = `3.${REDACTION}`;

/**
 * Files: a letter and the path, where it was before behind a NUL; two NULs between files. No path
 * holds one.
 */
function cellOf(row: CommitRow, column: CommitColumn): string {
  if (column === 'parents') return row.parents.join(' ');
  if (column !== 'files') return row[column];
  return row.files
    .map(({ status, path, oldPath }) => letterOf(status) + (oldPath === null ? path : `${path}\0${oldPath}`))
    .join('\0\0');
}

function readCell(cell: string, column: CommitColumn): unknown {
  if (column === 'parents') return cell.split(' ').filter(Boolean);
  if (column !== 'files') return cell;
  if (cell === '') return [];
  return cell.split('\0\0').map((file): CommitFile => {
    const [path = '', oldPath = null] = file.slice(1).split('\0');
    return { status: CHANGE_STATUSES[file[0]!]!, path, oldPath };
  });
}

export type CommitTable = SideTable<CommitRow>;

export const COMMIT_TABLE = new SideTableForm<CommitRow>({
  name: 'commits',
  label: 'the table of commits',
  key: 'commit',
  version: COMMIT_ROWS_VERSION,
  texts: [
    ...(['commit', 'parents', 'author', 'email', 'authorDate', 'commitDate', 'subject', 'body', 'files'] as const),
    ...(['subjectWords', 'bodyWords', 'pathWords'] as const),
  ],
  hasVector: false,
  toText: cellOf,
  ofText: readCell,
});

// commits.json: whose history is in the table of commits, so that a run that finds nothing new
// reads nothing. An accelerator only: without it, or where it is torn, the table is asked.

export interface HistoryTip {
  /** The newest `limit` commits of its history are rows. */
  commit: string;
  limit: number;
  /** The boundary of what it takes as its history: names the cut of a shallow clone. */
  boundary: string;
}

/** Branches that one goes back to. */
const TIPS_KEPT = 16;

export function tipsPath(root: string): string {
  return join(root, 'commits.json');
}

export async function readTips(root: string): Promise<HistoryTip[]> {
  const { rows, tips } = await readSealedJson(tipsPath(root));
  const isOurs = rows === COMMIT_ROWS_VERSION && Array.isArray(tips) && !(await isShort(root));
  return isOurs ? tips.filter(isTip) : [];
}

/** True if the table has less than it had when they were written: it lost its end, or is gone. */
export async function isShort(root: string): Promise<boolean> {
  const { bytes } = await readSealedJson(tipsPath(root));
  return typeof bytes === 'number' && (await COMMIT_TABLE.bytes(root)) < bytes;
}

/** Newest first. To be called when the table has them. */
export async function writeTips(root: string, tips: readonly HistoryTip[]): Promise<void> {
  const bytes = await COMMIT_TABLE.bytes(root);
  await replaceFile(tipsPath(root), sealJson({ rows: COMMIT_ROWS_VERSION, bytes, tips: tips.slice(0, TIPS_KEPT) }));
}

export async function removeTips(root: string): Promise<void> {
  await rm(tipsPath(root), { force: true });
}

function isTip(tip: unknown): tip is HistoryTip {
  const { commit, limit, boundary } = (tip ?? {}) as Partial<HistoryTip>;
  return typeof commit === 'string' && typeof limit === 'number' && typeof boundary === 'string';
}
