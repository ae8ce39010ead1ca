/**
 * A table beside the chunks that is scanned whole, so that no index of it is kept: commit messages, commentary. Rows have a
 * key and are only added and removed. What a row is, its form says.
 */

import { rm } from 'node:fs/promises';
import type { SchemaLike } from '@lancedb/lancedb';
import type { RecordBatch, Table } from 'apache-arrow';
import { CoraError, isCoraError, systemFailure } from '../base/errors.ts';
import { makePrivate } from '../disk/makePrivate.ts';
import { takeSums, writeSums } from './fileSums.ts';
import {
  DATA_STORAGE_VERSION,
  DOCTOR_HINT,
  firstLine,
  hasTable,
  openToRead,
  openToWrite,
  type ReadHandle,
  type TableHandle,
  tableDirectory,
} from './openTable.ts';
import type { Batch, Schema } from './readBatch.ts';
import { batchesOf, isIn } from './readTable.ts';
import { refuseTorn, takeBackTorn } from './takeBackTorn.ts';

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

/** Each append leaves a fragment, which every scan opens. */
const FRAGMENTS = 40;

/**
 * @param dir the folder that holds it
 * @param mode `read` never writes; `write` is to be used under the write lock of `dir`
 * @returns null where there is none, or one of another form: the next run writes it
 * @throws CoraError BROKEN_INDEX, PLATFORM
 */
export async function openSideTable<Row>(
  form: TableForm<Row>,
  dir: string,
  mode: 'read' | 'write',
): Promise<SideTable<Row> | null> {
  if (mode === 'write') await takeBackTorn(tableDirectory(dir, form.name));
  if (!(await hasTable(dir, form.name))) return null;
  try {
    const writer = mode === 'write' ? await openToWrite(dir, form.name) : null;
    const handle = writer ?? (await openToRead(dir, form.name));
    const isRight = await handle.reader.schema().then(form.isSchema, (error: unknown) => {
      handle.close();
      throw error;
    });
    if (isRight) return new LanceSideTable(form, handle, writer);
    handle.close();
    return null;
  } catch (error) {
    throw failureOf(form, error, 'open');
  }
}

/** An empty table, in place of what is there. To be used under the write lock of `dir`. */
export async function createSideTable<Row>(form: TableForm<Row>, dir: string): Promise<SideTable<Row>> {
  try {
    return await create(form, dir);
  } catch (error) {
    if (isCoraError(error) && error.code === 'STORE') throw error;
    // What is there may be too broken to be replaced by a newer version of it.
    await removeSideTable(form, dir);
    return create(form, dir);
  }
}

async function create<Row>(form: TableForm<Row>, dir: string): Promise<SideTable<Row>> {
  const options = { mode: 'overwrite', dataStorageVersion: DATA_STORAGE_VERSION } as const;
  try {
    makePrivate(tableDirectory(dir, form.name), true);
    const handle = await openToWrite(dir, form.name, (connection) =>
      connection.createEmptyTable(form.name, form.schema(), options),
    );
    return new LanceSideTable(form, handle, handle);
  } catch (error) {
    throw failureOf(form, error, 'create');
  }
}

export async function removeSideTable<Row>({ name }: TableForm<Row>, dir: string): Promise<void> {
  await rm(tableDirectory(dir, name), { recursive: true, force: true });
}

class LanceSideTable<Row> implements SideTable<Row> {
  readonly #form: TableForm<Row>;
  readonly #handle: ReadHandle;
  readonly #writer: TableHandle | null;

  constructor(form: TableForm<Row>, handle: ReadHandle, writer: TableHandle | null) {
    this.#form = form;
    this.#handle = handle;
    this.#writer = writer;
  }

  scan<C extends keyof Row & string>(columns: readonly C[]): Promise<Pick<Row, C>[]> {
    return this.#read(columns, [null]);
  }

  rows<C extends keyof Row & string>(keys: readonly string[], columns: readonly C[]): Promise<Pick<Row, C>[]> {
    return this.#read(
      columns,
      batchesOf(keys).map((names) => isIn(this.#form.key, names)),
    );
  }

  count(): Promise<number> {
    return this.#handle.reader.countRows();
  }

  async append(
    batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
    beforeCommit: () => void,
  ): Promise<number> {
    const { lance, table } = this.#writable();
    const form = this.#form;
    const sample = lance.makeArrowTable([form.sample() as Record<string, unknown>], { schema: form.schema() });
    const encoded: RecordBatch[] = [];
    let count = 0;
    for await (const rows of batches) {
      if (rows.length > 0) encoded.push(form.encode(sample, rows));
      count += rows.length;
    }
    if (count === 0) return 0;
    beforeCommit();
    const TableOf = sample.constructor as new (schema: unknown, batches: readonly RecordBatch[]) => Table;
    try {
      await table.add(new TableOf(sample.schema, encoded));
      await refuseTorn(this.#handle.directory, 'append');
      return count;
    } catch (error) {
      throw failureOf(form, error, 'append');
    }
  }

  async remove(keys: readonly string[], beforeCommit: () => void): Promise<void> {
    const { table } = this.#writable();
    for (const names of batchesOf(keys)) {
      beforeCommit();
      try {
        await table.delete(isIn(this.#form.key, names));
        await refuseTorn(this.#handle.directory, 'remove');
      } catch (error) {
        throw failureOf(this.#form, error, 'remove');
      }
    }
  }

  async tidy(retentionMs: number): Promise<void> {
    const { table } = this.#writable();
    const { directory } = this.#handle;
    try {
      const sums = directory === null ? null : await takeSums(directory);
      const { fragmentStats } = await table.stats();
      if (fragmentStats.numFragments > FRAGMENTS)
        await table.optimize({ cleanupOlderThan: new Date(Date.now() - retentionMs) });
      if (directory === null || sums === null) return;
      await refuseTorn(directory, 'compact', { known: new Set(Object.keys(sums)) });
      await writeSums(directory, sums);
    } catch (error) {
      throw failureOf(this.#form, error, 'compact');
    }
  }

  close(): void {
    this.#handle.close();
  }

  #writable(): TableHandle {
    if (this.#writer === null) throw new CoraError('STORE', `${this.#form.label} was opened for reading`);
    return this.#writer;
  }

  async #read<C extends keyof Row & string>(columns: readonly C[], clauses: readonly (string | null)[]) {
    for (let attempt = 0; ; attempt++) {
      try {
        const rows: Pick<Row, C>[] = [];
        for (const clause of clauses) {
          const where = clause === null ? {} : { where: clause };
          for await (const batch of this.#handle.reader.select({ ...where, columns })) {
            for (const row of this.#form.decode(batch, columns)) rows.push(row);
          }
        }
        return rows;
      } catch (error) {
        if (attempt > 0) throw failureOf(this.#form, error, 'read');
        // A writer may have cleaned this version up.
        await this.#handle.reader.checkoutLatest();
      }
    }
  }
}

function failureOf<Row>({ label }: TableForm<Row>, error: unknown, verb: string): CoraError {
  if (isCoraError(error)) return error;
  const refused = systemFailure(error, `${label} failed to ${verb}`);
  if (refused !== null) return refused;
  return new CoraError('BROKEN_INDEX', `${label} failed to ${verb}: ${firstLine(error)}`, {
    hint: DOCTOR_HINT,
    cause: error,
  });
}
