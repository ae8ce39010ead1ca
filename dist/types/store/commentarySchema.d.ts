/** The Arrow form of commentary, built and read as whole buffers like chunk rows (schema.ts). */
import type { SchemaLike } from '@lancedb/lancedb';
import type { RecordBatch, Table } from 'apache-arrow';
import type { CommentaryRow } from '../answerTypes.ts';
import type { Batch, Schema } from './readBatch.ts';
export type CommentaryColumn = keyof CommentaryRow;
export declare function commentarySchema(dimensions: number): SchemaLike;
/** @param dimensions null: of any embedder */
export declare function isCommentarySchema({ fields, metadata }: Schema, dimensions: number | null): boolean;
export declare function sampleCommentary(dimensions: number): object;
/** @param sample a table of one row, made by LanceDB with this schema: see tableOf in schema.ts */
export declare function encodeCommentary(sample: Table, rows: readonly CommentaryRow[]): RecordBatch;
/** The rows of a batch that a query returned; the batch must hold all of `columns`. */
export declare function decodeCommentary<C extends CommentaryColumn>(batch: Batch, columns: readonly C[]): Pick<CommentaryRow, C>[];
