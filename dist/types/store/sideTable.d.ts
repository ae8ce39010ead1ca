/**
 * A table beside the chunks that is scanned whole, so that no index of it is kept: commit messages, commentary. Rows have a
 * key and are only added and removed. What a row is, its form says.
 */
import type { SchemaLike } from '@lancedb/lancedb';
import type { RecordBatch, Table } from 'apache-arrow';
import type { Batch, Schema } from './readBatch.ts';
export interface TableForm<Row> {
    /** Of the folder, without `.lance`. */
    name: string;
    /** For messages: `the table of commits`. */
    label: string;
    /** The column that names a row. */
    key: keyof Row & string;
    schema(): SchemaLike;
    isSchema(schema: Schema): boolean;
    /** One row in LanceDB's words, from which it makes the sample that `encode` needs: see tableOf in schema.ts. */
    sample(): object;
    encode(sample: Table, rows: readonly Row[]): RecordBatch;
    /** The batch holds all of `columns`. */
    decode<C extends keyof Row>(batch: Batch, columns: readonly C[]): Pick<Row, C>[];
}
export interface SideTable<Row> {
    /** The chosen columns of all rows, in no particular order. */
    scan<C extends keyof Row & string>(columns: readonly C[]): Promise<Pick<Row, C>[]>;
    /** The chosen columns of the rows of these keys that are there. */
    rows<C extends keyof Row & string>(keys: readonly string[], columns: readonly C[]): Promise<Pick<Row, C>[]>;
    count(): Promise<number>;
    /**
     * In one LanceDB commit, after the last batch; until then they are held as bytes, which are a fraction of the objects.
     * @returns how many
     */
    append(batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>, beforeCommit: () => void): Promise<number>;
    /** All rows of these keys. */
    remove(keys: readonly string[], beforeCommit: () => void): Promise<void>;
    /** Compacts where enough has gathered, and removes versions older than that. */
    tidy(retentionMs: number): Promise<void>;
    close(): void;
}
/**
 * @param dir the folder that holds it
 * @param mode `read` never writes; `write` is to be used under the write lock of `dir`
 * @returns null where there is none, or one of another form: the next run writes it
 * @throws CoraError BROKEN_INDEX, PLATFORM
 */
export declare function openSideTable<Row>(form: TableForm<Row>, dir: string, mode: 'read' | 'write'): Promise<SideTable<Row> | null>;
/** An empty table, in place of what is there. To be used under the write lock of `dir`. */
export declare function createSideTable<Row>(form: TableForm<Row>, dir: string): Promise<SideTable<Row>>;
export declare function removeSideTable<Row>({ name }: TableForm<Row>, dir: string): Promise<void>;
