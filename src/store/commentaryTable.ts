/**
 * commentary.lance: prose about chunks, by content hash, with vectors of the folder's embedder; see CommentaryRow. Beside chunks.lance,
 * under its write lock. Its journal holds answers of a language model that the table does not hold yet. Nobody has any unasked.
 */

import { open, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { SchemaLike } from '@lancedb/lancedb';
import type { Data, RecordBatch, Table } from 'apache-arrow';
import type { CommentaryRow } from '../base/answerTypes.ts';
import { parseBounded, SMALL_JSON } from '../base/boundedJson.ts';
import { MOST_STATE, readTextBounded } from '../disk/boundedRead.ts';
import { APPEND, makePrivate, PRIVATE_FILE } from '../disk/makePrivate.ts';
import { COMMENTARY, hasTable, tableDirectory } from './openTable.ts';
import type { Batch, Schema } from './readBatch.ts';
import { dataOf, textsOf, utf8Of, vectorColumn, vectorsOf, vectorType } from './schema.ts';
import { createSideTable, openSideTable, removeSideTable, type SideTable, type TableForm } from './sideTable.ts';

export type CommentaryTable = SideTable<CommentaryRow>;

/** @param dimensions null: only to be read, and not its vectors */
function formOf(dimensions: number | null): TableForm<CommentaryRow> {
  return {
    name: COMMENTARY,
    label: 'the table of commentary',
    key: 'contentHash',
    schema: () => commentarySchema(dimensions ?? 0),
    isSchema: (schema) => isCommentarySchema(schema, dimensions),
    sample: () => sampleCommentary(dimensions ?? 0),
    encode: encodeCommentary,
    decode: decodeCommentary,
  };
}

export function commentaryDirectory(dir: string): string {
  return tableDirectory(dir, COMMENTARY);
}

/** One look at a folder. */
export function hasCommentary(dir: string): Promise<boolean> {
  return hasTable(dir, COMMENTARY);
}

/** @param dir the folder of one fingerprint; else as openSideTable */
export function openCommentary(
  dir: string,
  dimensions: number | null,
  mode: 'read' | 'write',
): Promise<CommentaryTable | null> {
  return openSideTable(formOf(dimensions), dir, mode);
}

export function createCommentary(dir: string, dimensions: number): Promise<CommentaryTable> {
  return createSideTable(formOf(dimensions), dir);
}

export function removeCommentary(dir: string): Promise<void> {
  return removeSideTable(formOf(null), dir);
}

// The Arrow form of commentary, built and read as whole buffers like chunk rows (schema.ts).

type CommentaryColumn = keyof CommentaryRow;

/**
 * What a row is. A table of another version is not read, and the next run that writes commentary makes it anew.
 * 1: first.
 */
const VERSION = 1;
const VERSION_KEY = 'cora.commentary';

const TEXTS = ['contentHash', 'model', 'prompt', 'origin', 'text', 'words'] as const;

function commentarySchema(dimensions: number): SchemaLike {
  const texts = TEXTS.map((name) => ({ name, type: 'utf8', nullable: false }));
  const fields = [...texts, { name: 'vector', type: vectorType(dimensions), nullable: false }];
  return { fields, metadata: new Map([[VERSION_KEY, String(VERSION)]]) } as unknown as SchemaLike;
}

/** @param dimensions null: of any embedder */
function isCommentarySchema({ fields, metadata }: Schema, dimensions: number | null): boolean {
  const sizes = new Map(fields.map(({ name, size }) => [name, size]));
  return (
    metadata.get(VERSION_KEY) === String(VERSION) &&
    TEXTS.every((name) => sizes.has(name)) &&
    sizes.has('vector') &&
    (dimensions === null || sizes.get('vector') === dimensions)
  );
}

function sampleCommentary(dimensions: number): object {
  return { ...Object.fromEntries(TEXTS.map((name) => [name, ''])), vector: new Array(dimensions).fill(0) };
}

/** @param sample a table of one row, made by LanceDB with this schema: see tableOf in schema.ts */
function encodeCommentary(sample: Table, rows: readonly CommentaryRow[]): RecordBatch {
  const template = sample.batches[0]!;
  const RecordBatchOf = template.constructor as new (schema: unknown, data: Data) => RecordBatch;
  const texts = TEXTS.map((column, at) => {
    const { offsets, bytes } = utf8Of(rows.map((row) => String(row[column])));
    const child = template.data.children[at]!;
    return child.clone(child.type, 0, rows.length, 0, [offsets, bytes] as never);
  });
  const columns = [...texts, vectorColumn(template.data.children[TEXTS.length]!, rows)];
  const data = template.data.clone(template.data.type, 0, rows.length, 0, [] as never, columns);
  return new RecordBatchOf(sample.schema, data);
}

/** The rows of a batch that a query returned; the batch must hold all of `columns`. */
function decodeCommentary<C extends CommentaryColumn>(batch: Batch, columns: readonly C[]): Pick<CommentaryRow, C>[] {
  const rows = Array.from({ length: batch.numRows }, () => ({}) as Record<CommentaryColumn, unknown>);
  for (const column of columns) {
    const data = dataOf(batch, column);
    const cellAt = column === 'vector' ? vectorsOf(data) : textsOf(data);
    for (let at = 0; at < rows.length; at++) {
      const cell = cellAt(at);
      rows[at]![column] = column === 'prompt' ? Number(cell) : cell;
    }
  }
  return rows as unknown as Pick<CommentaryRow, C>[];
}

// commentary/journal.jsonl: answers of a language model that the table does not hold yet. Each is on the disk before the next
// request is made, so that a run that is killed has paid for nothing twice; the table gets them many at a time, because
// each of its commits costs as much as a hundred lines here. To be used under the lock of its folder.

export interface Answered {
  contentHash: string;
  model: string;
  prompt: number;
  text: string;
}

interface CommentaryJournal {
  /** What an earlier run left; lines that are torn are not among it. */
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
      const handle = await open(path, APPEND, PRIVATE_FILE);
      try {
        const line = `${JSON.stringify({ contentHash, model, prompt, text })}\n`;
        await handle.appendFile(needsLineEnd ? `\n${line}` : line);
        needsLineEnd = false;
        await handle.datasync();
      } finally {
        await handle.close();
      }
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
