/**
 * The tables beside chunks.lance: commits.rows and commentary.rows, with what is kept beside each.
 */

import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommentaryRow } from '../base/answerTypes.ts';
import { parseBounded, SMALL_JSON } from '../base/boundedJson.ts';
import { ifRefused } from '../base/errors.ts';
import type { CommitFile, CommitRecord } from '../base/historyTypes.ts';
import { REDACTION } from '../base/version.ts';
import { MOST_STATE, readTextBounded } from '../disk/boundedRead.ts';
import { makePrivate } from '../disk/makePrivate.ts';
import { readSealedJson, replaceFile, sealJson } from '../disk/replaceFile.ts';
import { CHANGE_STATUSES, letterOf } from '../git/diffTrees.ts';
import { appendTo } from './pieceFile.ts';
import { type SideTable, SideTableForm } from './sideTable.ts';

/** A commit with its words, split and stemmed as those of code, between single spaces. */
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

/** Files: a letter and the path, a NUL and the path before; two NULs between files. */
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

// commentary.rows: prose about chunks, by content hash, with vectors of the folder's embedder;
// see CommentaryRow. Beside chunks.lance, under its write lock. Its journal holds answers of a
// language model that the table does not hold yet. Nobody has any unasked.

type CommentaryTable = SideTable<CommentaryRow>;

/** A table of another version is made anew by the next run that writes. 1: first. */
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

// commentary/journal.jsonl: answers of a language model that the table does not hold yet. Each is
// on the disk before the next request is made, so that a run that is killed has paid for nothing
// twice; the table gets them many at a time, because each of its commits costs as much as a hundred
// lines here. To be used under the lock of its folder.

export interface Answered {
  contentHash: string;
  model: string;
  prompt: number;
  text: string;
}

interface CommentaryJournal {
  /** The answers that an earlier run left; lines that are torn are not among them. */
  left: Answered[];
  /** On the disk when it settles. */
  add(answer: Answered): Promise<void>;
  /** After the table has them. */
  clear(): Promise<void>;
}

/** Beside the table, for the journal and the lock of whoever writes commentary. */
export function commentaryHome(dir: string): string {
  return join(dir, 'commentary');
}

export async function openJournal(home: string): Promise<CommentaryJournal> {
  makePrivate(home);
  const path = join(home, 'journal.jsonl');
  const before = await readTextBounded(path, MOST_STATE).catch(() => '');
  // A line begins after a whole one: what was torn must not swallow it.
  let needsLineEnd = before !== '' && !before.endsWith('\n');
  return {
    left: before.split('\n').flatMap(readLine),
    async add({ contentHash, model, prompt, text }) {
      const line = `${JSON.stringify({ contentHash, model, prompt, text })}\n`;
      await appendTo(path, Buffer.from(needsLineEnd ? `\n${line}` : line));
      needsLineEnd = false;
    },
    async clear() {
      await truncate(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      needsLineEnd = false;
    },
  };
}

function readLine(line: string): Answered[] {
  try {
    const { contentHash, model, prompt, text } = parseBounded(line, SMALL_JSON) as Partial<Answered>;
    const isWhole =
      typeof contentHash === 'string' &&
      typeof model === 'string' &&
      typeof prompt === 'number' &&
      typeof text === 'string';
    return isWhole ? [{ contentHash, model, prompt, text }] : [];
  } catch {
    return []; // Torn by the end of a run.
  }
}

// Commentary as a search needs it: read whole, like commit messages, and read again when a writer
// changed it. Where nobody asked for commentary, this is one look at a file that is not there.

export type Prose = Pick<CommentaryRow, 'contentHash' | 'words' | 'vector'>;

export interface ProseSource {
  /** @returns none where there is none, or none that can be read */
  read(): Promise<readonly Prose[]>;
  /** By content hash, of those that have it. */
  texts(contentHashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** @param dir the store's folder of this embedder */
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

/** Prose is an addition: where it is broken, a search answers without it, and doctor says so. */
async function withTable<T>(dir: string, dimensions: number, read: (table: CommentaryTable) => T[]): Promise<T[]> {
  const opening = COMMENTARY_TABLE.open(dir, 'read', dimensions);
  return opening.then((table) => (table === null ? [] : read(table))).catch(ifRefused<T[]>([]));
}
