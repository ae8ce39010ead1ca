/** The Arrow form of commentary, built and read as whole buffers like chunk rows (schema.ts). */

import type { SchemaLike } from '@lancedb/lancedb';
import type { Data, RecordBatch, Table } from 'apache-arrow';
import type { CommentaryRow } from '../base/answerTypes.ts';
import type { Batch, Schema } from './readBatch.ts';
import { dataOf, textsOf, utf8Of, vectorColumn, vectorsOf, vectorType } from './schema.ts';

export type CommentaryColumn = keyof CommentaryRow;

/**
 * What a row is. A table of another version is not read, and the next run that writes commentary makes it anew.
 * 1: first.
 */
const VERSION = 1;
const VERSION_KEY = 'cora.commentary';

const TEXTS = ['contentHash', 'model', 'prompt', 'origin', 'text', 'words'] as const;

export function commentarySchema(dimensions: number): SchemaLike {
  const texts = TEXTS.map((name) => ({ name, type: 'utf8', nullable: false }));
  const fields = [...texts, { name: 'vector', type: vectorType(dimensions), nullable: false }];
  return { fields, metadata: new Map([[VERSION_KEY, String(VERSION)]]) } as unknown as SchemaLike;
}

/** @param dimensions null: of any embedder */
export function isCommentarySchema({ fields, metadata }: Schema, dimensions: number | null): boolean {
  const sizes = new Map(fields.map(({ name, size }) => [name, size]));
  return (
    metadata.get(VERSION_KEY) === String(VERSION) &&
    TEXTS.every((name) => sizes.has(name)) &&
    sizes.has('vector') &&
    (dimensions === null || sizes.get('vector') === dimensions)
  );
}

export function sampleCommentary(dimensions: number): object {
  return { ...Object.fromEntries(TEXTS.map((name) => [name, ''])), vector: new Array(dimensions).fill(0) };
}

/** @param sample a table of one row, made by LanceDB with this schema: see tableOf in schema.ts */
export function encodeCommentary(sample: Table, rows: readonly CommentaryRow[]): RecordBatch {
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
export function decodeCommentary<C extends CommentaryColumn>(
  batch: Batch,
  columns: readonly C[],
): Pick<CommentaryRow, C>[] {
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
