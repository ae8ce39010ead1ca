/** The Arrow form of commit rows, built and read as whole buffers like chunk rows (schema.ts). */
import type { SchemaLike } from '@lancedb/lancedb';
import type { RecordBatch, Table } from 'apache-arrow';
import type { CommitRecord } from '../historyTypes.ts';
import type { Batch, Schema } from './readBatch.ts';
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
 * What a row is. A table of another version is not read, and the next index run writes it anew.
 * 1: first.
 * 2: messages without secrets.
 */
export declare const COMMIT_ROWS_VERSION = 2;
export declare function commitSchema(): SchemaLike;
export declare function isCommitSchema({ fields, metadata }: Schema): boolean;
export declare function sampleCommit(): Record<CommitColumn, string>;
/** @param sample a table of one row, made by LanceDB with this schema: see tableOf in schema.ts */
export declare function encodeCommits(sample: Table, rows: readonly CommitRow[]): RecordBatch;
/** The rows of a batch that a query returned; the batch must hold all of `columns`. */
export declare function decodeCommits<C extends CommitColumn>(batch: Batch, columns: readonly C[]): Pick<CommitRow, C>[];
