/**
 * commits.lance: one row per commit message, of all branches that were indexed. A row is a function of its commit, so the table only grows;
 * a reader takes what its history holds, and scores whole scans. commits.json says whose history is in it: an accelerator only.
 */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SchemaLike } from '@lancedb/lancedb';
import type { Data, RecordBatch, Table } from 'apache-arrow';
import { parseBounded, STATE_JSON } from '../base/boundedJson.ts';
import type { CommitFile, CommitRecord } from '../base/historyTypes.ts';
import { REDACTION } from '../base/version.ts';
import { MOST_STATE, readTextBounded } from '../disk/boundedRead.ts';
import { hasTable, tableDirectory } from './openTable.ts';
import type { Batch, Schema } from './readBatch.ts';
import { isJsonWhole, replaceFile, sealJson } from './replaceFile.ts';
import { dataOf, textsOf, utf8Of } from './schema.ts';
import { createSideTable, openSideTable, removeSideTable, type SideTable, type TableForm } from './sideTable.ts';

// The Arrow form of commit rows, built and read as whole buffers like chunk rows (schema.ts).

/**
 * A commit with its words, split as the words of code are (words.ts): separated by single spaces, stemmed. A function of
 * the commit alone.
 */
export interface CommitRow extends CommitRecord {
  subjectWords: string;
  bodyWords: string;
  /** The distinct words of the paths that it touched. */
  pathWords: string;
}

export type CommitColumn = keyof CommitRow;

/**
 * What a row is, and by which rules secrets were written over. A table of another version is not read, and the next index run writes
 * it anew.
 * 1: first.
 * 2: messages without secrets.
 * 3: secrets are looked for before the lines of a subject are joined.
 */
const COMMIT_ROWS_VERSION = `3.${REDACTION}`;
const VERSION_KEY = 'cora.commits';

const COMMIT_COLUMNS: readonly CommitColumn[] = [
  'commit',
  'parents',
  'author',
  'email',
  'authorDate',
  'commitDate',
  'subject',
  'body',
  'files',
  'subjectWords',
  'bodyWords',
  'pathWords',
];

export function commitSchema(): SchemaLike {
  const fields = COMMIT_COLUMNS.map((name) => ({ name, type: 'utf8', nullable: false }));
  return { fields, metadata: new Map([[VERSION_KEY, COMMIT_ROWS_VERSION]]) } as unknown as SchemaLike;
}

function isCommitSchema({ fields, metadata }: Schema): boolean {
  const there = new Set(fields.map(({ name }) => name));
  return metadata.get(VERSION_KEY) === COMMIT_ROWS_VERSION && COMMIT_COLUMNS.every((column) => there.has(column));
}

export function sampleCommit(): Record<CommitColumn, string> {
  return Object.fromEntries(COMMIT_COLUMNS.map((name) => [name, ''])) as Record<CommitColumn, string>;
}

/** @param sample a table of one row, made by LanceDB with this schema: see tableOf in schema.ts */
export function encodeCommits(sample: Table, rows: readonly CommitRow[]): RecordBatch {
  const template = sample.batches[0]!;
  const RecordBatchOf = template.constructor as new (schema: unknown, data: Data) => RecordBatch;
  const columns = COMMIT_COLUMNS.map((column, at) => {
    const { offsets, bytes } = utf8Of(rows.map((row) => cellOf(row, column)));
    const child = template.data.children[at]!;
    return child.clone(child.type, 0, rows.length, 0, [offsets, bytes] as never);
  });
  const data = template.data.clone(template.data.type, 0, rows.length, 0, [] as never, columns);
  return new RecordBatchOf(sample.schema, data);
}

const LETTERS: Readonly<Record<CommitFile['status'], string>> = {
  added: 'A',
  copied: 'C',
  deleted: 'D',
  modified: 'M',
  renamed: 'R',
  'type-changed': 'T',
};
const STATUSES = new Map(Object.entries(LETTERS).map(([status, letter]) => [letter, status as CommitFile['status']]));

/** Files: a letter and the path, where it was before behind a NUL; two NULs between files. No path holds one. */
function cellOf(row: CommitRow, column: CommitColumn): string {
  if (column === 'parents') return row.parents.join(' ');
  if (column !== 'files') return row[column];
  return row.files
    .map(({ status, path, oldPath }) => LETTERS[status] + (oldPath === null ? path : `${path}\0${oldPath}`))
    .join('\0\0');
}

/** The rows of a batch that a query returned; the batch must hold all of `columns`. */
export function decodeCommits<C extends CommitColumn>(batch: Batch, columns: readonly C[]): Pick<CommitRow, C>[] {
  const rows = Array.from({ length: batch.numRows }, () => ({}) as Record<CommitColumn, unknown>);
  for (const column of columns) {
    const cells = textsOf(dataOf(batch, column));
    for (let at = 0; at < rows.length; at++) rows[at]![column] = readCell(column, cells(at));
  }
  return rows as unknown as Pick<CommitRow, C>[];
}

function readCell(column: CommitColumn, cell: string): unknown {
  if (column === 'parents') return cell.split(' ').filter(Boolean);
  if (column !== 'files') return cell;
  if (cell === '') return [];
  return cell.split('\0\0').map((file): CommitFile => {
    const [path = '', oldPath = null] = file.slice(1).split('\0');
    return { status: STATUSES.get(file[0]!)!, path, oldPath };
  });
}

const FORM: TableForm<CommitRow> = {
  name: 'commits',
  label: 'the table of commits',
  key: 'commit',
  schema: commitSchema,
  isSchema: isCommitSchema,
  sample: sampleCommit,
  encode: encodeCommits,
  decode: decodeCommits,
};

export type CommitTable = SideTable<CommitRow>;

export function commitsDirectory(root: string): string {
  return tableDirectory(root, FORM.name);
}

export function hasCommitTable(root: string): Promise<boolean> {
  return hasTable(root, FORM.name);
}

/** @param root the folder that holds the stores of all embedders; else as openSideTable */
export function openCommitTable(root: string, mode: 'read' | 'write'): Promise<CommitTable | null> {
  return openSideTable(FORM, root, mode);
}

export function createCommitTable(root: string): Promise<CommitTable> {
  return createSideTable(FORM, root);
}

export function removeCommitTable(root: string): Promise<void> {
  return removeSideTable(FORM, root);
}

// commits.json: whose history is in the table of commits, so that a run that finds nothing new reads nothing. An
// accelerator only: without it, or where it is torn, the table is asked.

export interface HistoryTip {
  /** The newest `limit` commits of its history are rows. */
  commit: string;
  limit: number;
  /** What it takes as its history: names the cut of a shallow clone. */
  boundary: string;
}

/** Branches that one goes back to. */
const TIPS_KEPT = 16;

export function tipsPath(root: string): string {
  return join(root, 'commits.json');
}

export async function readTips(root: string): Promise<HistoryTip[]> {
  const json = await readTextBounded(tipsPath(root), MOST_STATE).catch(() => '');
  try {
    const { rows, tips } = parseBounded(json, STATE_JSON) as { rows?: unknown; tips?: unknown };
    return rows === COMMIT_ROWS_VERSION && Array.isArray(tips) && isJsonWhole(json) ? tips.filter(isTip) : [];
  } catch {
    return [];
  }
}

/** Newest first. */
export async function writeTips(root: string, tips: readonly HistoryTip[]): Promise<void> {
  await replaceFile(tipsPath(root), sealJson({ rows: COMMIT_ROWS_VERSION, tips: tips.slice(0, TIPS_KEPT) }));
}

export async function removeTips(root: string): Promise<void> {
  await rm(tipsPath(root), { force: true });
}

function isTip(tip: unknown): tip is HistoryTip {
  const { commit, limit, boundary } = (tip ?? {}) as Partial<HistoryTip>;
  return typeof commit === 'string' && typeof limit === 'number' && typeof boundary === 'string';
}
