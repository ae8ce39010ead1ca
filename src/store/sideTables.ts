/**
 * The tables beside chunks.lance, commits.rows and commentary.rows, with the files that belong to
 * each.
 */

import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommentaryRow } from '../base/answerTypes.ts';
import { parseOrNull, SMALL_JSON } from '../base/boundedJson.ts';
import { ifAbsent, ifRefused } from '../base/errors.ts';
import type { CommitFile, CommitRecord } from '../base/historyTypes.ts';
import { REDACTION } from '../base/version.ts';
import { MOST_STATE, readTextBounded } from '../disk/boundedRead.ts';
import { makePrivate } from '../disk/makePrivate.ts';
import { readSealedJson, replaceFile, sealJson } from '../disk/replaceFile.ts';
import { CHANGE_STATUSES, letterOf } from '../git/diffTrees.ts';
import { appendTo } from './pieceFile.ts';
import { type SideTable, SideTableForm } from './sideTable.ts';

/**
 * A commit with its words, which are split and stemmed like those of code, with single spaces
 * between.
 */
export interface CommitRow extends CommitRecord {
  subjectWords: string;
  bodyWords: string;
  /** The distinct words of the changed paths. */
  pathWords: string;
}

export type CommitColumn = keyof CommitRow;

/**
 * The version of a row, and of the rules that overwrote secrets. A table of another version is not
 * read, and the next run writes it again. 1: first. 2: messages without secrets. 3: secrets are
 * looked for before the lines of a subject are joined. 4: the words of CHUNKER_VERSION 7.
 */
const COMMIT_ROWS_VERSION = `4.${REDACTION}`;

/** Files are written as a letter, the path, a NUL and the old path, with two NULs between files. */
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

export const RECORD_COLUMNS = [
  ...(['commit', 'parents', 'author', 'email', 'authorDate', 'commitDate', 'subject', 'body', 'files'] as const),
];

export const COMMIT_TABLE = new SideTableForm<CommitRow>({
  name: 'commits',
  label: 'the table of commits',
  key: 'commit',
  version: COMMIT_ROWS_VERSION,
  texts: [...RECORD_COLUMNS, 'subjectWords', 'bodyWords', 'pathWords'],
  hasVector: false,
  toText: cellOf,
  ofText: readCell,
});

// commits.json says whose history the table of commits holds, so that a run without new commits
// reads nothing. It only saves time: if it is missing or torn, the table is read.

export interface HistoryTip {
  /** The newest `limit` commits of this commit's history are in the table. */
  commit: string;
  limit: number;
  /** The end of that history: names where a shallow clone was cut. */
  boundary: string;
}

/** The number of tips of branches that are remembered. */
const TIPS_KEPT = 16;

export function tipsPath(root: string): string {
  return join(root, 'commits.json');
}

export async function readTips(root: string): Promise<HistoryTip[]> {
  const { rows, tips } = await readSealedJson(tipsPath(root));
  const isOurs = rows === COMMIT_ROWS_VERSION && Array.isArray(tips) && !(await isShort(root));
  return isOurs ? tips.filter(isTip) : [];
}

/** True if the table has lost rows that it had when the tips were written, or is missing. */
export async function isShort(root: string): Promise<boolean> {
  const { bytes } = await readSealedJson(tipsPath(root));
  return typeof bytes === 'number' && (await COMMIT_TABLE.bytes(root)) < bytes;
}

/** Writes the tips, newest first. Call it when the table has their commits. */
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

// commentary.rows: a model's text about chunks, by content hash, with vectors of the folder's
// embedder; see CommentaryRow. It is beside chunks.lance, under its write lock. A journal holds
// answers that the table does not have yet. Nothing is written unless the user asks for commentary.

type CommentaryTable = SideTable<CommentaryRow>;

/** The next writing run replaces a table of another version. 1: first. */
export const COMMENTARY_TABLE = new SideTableForm<CommentaryRow>({
  name: 'commentary',
  label: 'the table of commentary',
  key: 'contentHash',
  version: '1',
  texts: ['contentHash', 'model', 'prompt', 'origin', 'text', 'words'],
  hasVector: true,
  toText: (row, column) => String(row[column]),
  ofText: (text, column) => (column === 'prompt' ? Number(text) : text),
});

// commentary/journal.jsonl: answers of a language model that are not in the table yet. Each is on
// disk before the next request, so that a killed run never pays twice. The table takes many at
// once, because one of its commits costs as much as a hundred lines here. Use it under the lock of
// its folder.

export type Answered = Pick<CommentaryRow, 'contentHash' | 'model' | 'prompt' | 'text'>;

interface CommentaryJournal {
  /** Answers of an earlier run; torn lines are left out. */
  left: Answered[];
  /** Resolves when the answer is on disk. */
  add(answer: Answered): Promise<void>;
  /** Call it when the table has all answers. */
  clear(): Promise<void>;
}

/**
 * The folder for the journal and for the lock of the process that writes commentary; it is beside
 * the table.
 */
export function commentaryHome(dir: string): string {
  return join(dir, 'commentary');
}

export async function openJournal(home: string): Promise<CommentaryJournal> {
  makePrivate(home);
  const path = join(home, 'journal.jsonl');
  const before = await readTextBounded(path, MOST_STATE).catch(() => '');
  // A torn last line must not swallow the next one.
  let needsLineEnd = before !== '' && !before.endsWith('\n');
  return {
    left: before.split('\n').flatMap(readLine),
    async add({ contentHash, model, prompt, text }) {
      const line = `${JSON.stringify({ contentHash, model, prompt, text })}\n`;
      await appendTo(path, Buffer.from(needsLineEnd ? `\n${line}` : line));
      needsLineEnd = false;
    },
    async clear() {
      await truncate(path).catch(ifAbsent(undefined));
      needsLineEnd = false;
    },
  };
}

function readLine(line: string): Answered[] {
  // A line is torn where the run ended while writing it.
  const { contentHash, model, prompt, text } = (parseOrNull(line, SMALL_JSON) ?? {}) as Partial<Answered>;
  const isWhole =
    typeof contentHash === 'string' &&
    typeof model === 'string' &&
    typeof prompt === 'number' &&
    typeof text === 'string';
  return isWhole ? [{ contentHash, model, prompt, text }] : [];
}

// Commentary for a search. It is read whole, like commit messages, and again when a writer has
// changed it. Without commentary this costs one look for a missing file.

export type Prose = Pick<CommentaryRow, 'contentHash' | 'words' | 'vector'>;

export interface ProseSource {
  /** @returns an empty list if there is none, or it cannot be read */
  read(): Promise<readonly Prose[]>;
  /** Returns the texts that exist, by content hash. */
  texts(contentHashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** @param dir the folder of this embedder's store */
export function createProseSource(dir: string, dimensions: number): ProseSource {
  let known: { version: string; rows: Promise<readonly Prose[]> } | null = null;
  return {
    async read() {
      const version = COMMENTARY_TABLE.stamp(dir);
      if (version === '') return [];
      if (known?.version !== version) {
        const reading = { version, rows: readRows(dir, dimensions) };
        known = reading;
        // After a failure, the next search reads the table again.
        reading.rows.catch(() => {
          if (known === reading) known = null;
        });
      }
      return known.rows;
    },
    async texts(contentHashes) {
      const rows = await withTable(dir, dimensions, (table) => table.rows(contentHashes, ['contentHash', 'text']));
      return new Map(rows.flatMap(({ contentHash, text }) => (text === '' ? [] : [[contentHash, text] as const])));
    },
  };
}

async function readRows(dir: string, dimensions: number): Promise<Prose[]> {
  const rows = await withTable(dir, dimensions, (table) => table.scan(['contentHash', 'words', 'vector']));
  return rows.filter(({ words }) => words !== '');
}

/**
 * Commentary is an extra: if it is damaged, a search answers without it, and `cora doctor` reports
 * it.
 */
async function withTable<T>(dir: string, dimensions: number, read: (table: CommentaryTable) => T[]): Promise<T[]> {
  const opening = COMMENTARY_TABLE.open(dir, 'read', dimensions);
  return opening.then((table) => (table === null ? [] : read(table))).catch(ifRefused<T[]>([]));
}
