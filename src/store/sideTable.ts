/**
 * A table beside the chunks that is scanned whole, so that no index of it is kept: commit messages,
 * commentary. Rows have a key and are only added and removed. Columns are texts, and a vector where
 * the form says so.
 */

import { rm } from 'node:fs/promises';
import { CoraError, isCoraError } from '../base/errors.ts';
import { makePrivate } from '../disk/makePrivate.ts';
import { takeSums, writeSums } from './fileSums.ts';
import {
  DATA_STORAGE_VERSION,
  hasTable,
  openToRead,
  openToWrite,
  type ReadHandle,
  type TableHandle,
  tableDirectory,
} from './openTable.ts';
import type { Batch, Schema } from './readBatch.ts';
import { batchesOf, isIn } from './readTable.ts';
import {
  dataOf,
  type EncodedRows,
  type Form,
  halvesOf,
  sampleOf,
  schemaWith,
  tableOf,
  textsOf,
  utf8Of,
  vectorsOf,
} from './schema.ts';
import { DOCTOR_HINT, explainedFailure } from './storeFailure.ts';
import { refuseTorn, takeBackTorn } from './takeBackTorn.ts';

interface FormOf<Row> {
  /** Names the folder, without `.lance`. */
  name: string;
  /** Names the table in messages: `the table of commits`. */
  label: string;
  /** The column that names a row. */
  key: keyof Row & string;
  /**
   * The version of a row in the schema's metadata: a table with another value is not read, and the
   * next run writes it anew.
   */
  version: readonly [key: string, value: string];
  texts: readonly (keyof Row & string)[];
  /** True where a column of vectors, `vector`, stands behind the texts. */
  hasVector: boolean;
  toText(row: Row, column: keyof Row & string): string;
  ofText(text: string, column: keyof Row & string): unknown;
}

/** Each append leaves a fragment, which every scan opens. */
const FRAGMENTS = 40;

export class SideTableForm<Row> {
  readonly form: FormOf<Row>;
  readonly columns: readonly [name: string, form: Form][];

  constructor(form: FormOf<Row>) {
    this.form = form;
    const vector: [string, Form][] = form.hasVector ? [['vector', 'vector']] : [];
    this.columns = [...form.texts.map((name): [string, Form] => [name, 'string']), ...vector];
  }

  directory(dir: string): string {
    return tableDirectory(dir, this.form.name);
  }

  /** Looks once at the folder. */
  exists(dir: string): Promise<boolean> {
    return hasTable(dir, this.form.name);
  }

  /**
   * @param dir the folder that holds it
   * @param mode `read` never writes; `write` is to be used under the write lock of `dir`
   * @param dimensions of the vectors; null for rows without, and for reading the other columns of
   * any
   * @returns null where there is none, or one of another form: the next run writes it
   * @throws CoraError BROKEN_INDEX, PLATFORM
   */
  async open(dir: string, mode: 'read' | 'write', dimensions: number | null = null): Promise<SideTable<Row> | null> {
    const { name, label } = this.form;
    if (mode === 'write') await takeBackTorn(this.directory(dir));
    if (!(await this.exists(dir))) return null;
    try {
      const writer = mode === 'write' ? await openToWrite(dir, name) : null;
      const handle = writer ?? (await openToRead(dir, name));
      const schema = await handle.reader.schema().catch((error: unknown) => {
        handle.close();
        throw error;
      });
      if (this.#isSchema(schema, dimensions)) return new SideTable(this, handle, writer, dimensions ?? 0);
      handle.close();
      return null;
    } catch (error) {
      throw failureOf(label, error, 'open');
    }
  }

  #isSchema({ fields, metadata }: Schema, dimensions: number | null): boolean {
    const sizes = new Map(fields.map(({ name, size }) => [name, size]));
    const [key, value] = this.form.version;
    return (
      metadata.get(key) === value &&
      this.columns.every(([name]) => sizes.has(name)) &&
      (dimensions === null || sizes.get('vector') === dimensions)
    );
  }

  /** Makes an empty table, in place of what is there. To be used under the write lock of `dir`. */
  async create(dir: string, dimensions = 0): Promise<SideTable<Row>> {
    try {
      return await this.#createOnce(dir, dimensions);
    } catch (error) {
      if (isCoraError(error) && error.code === 'STORE') throw error;
      // What is there may be too broken to be replaced by a newer version of it.
      await this.remove(dir);
      return this.#createOnce(dir, dimensions);
    }
  }

  async #createOnce(dir: string, dimensions: number): Promise<SideTable<Row>> {
    const { name, label } = this.form;
    const options = { mode: 'overwrite', dataStorageVersion: DATA_STORAGE_VERSION } as const;
    try {
      makePrivate(this.directory(dir), true);
      const handle = await openToWrite(dir, name, (connection) =>
        connection.createEmptyTable(name, this.schema(dimensions), options),
      );
      return new SideTable(this, handle, handle, dimensions);
    } catch (error) {
      throw failureOf(label, error, 'create');
    }
  }

  async remove(dir: string): Promise<void> {
    await rm(this.directory(dir), { recursive: true, force: true });
  }

  schema(dimensions: number) {
    return schemaWith(this.columns, dimensions, new Map([this.form.version]));
  }
}

/** An open table. */
export class SideTable<Row> {
  readonly #form: SideTableForm<Row>;
  readonly #handle: ReadHandle;
  readonly #writer: TableHandle | null;
  readonly #dimensions: number;

  constructor(form: SideTableForm<Row>, handle: ReadHandle, writer: TableHandle | null, dimensions: number) {
    this.#form = form;
    this.#handle = handle;
    this.#writer = writer;
    this.#dimensions = dimensions;
  }

  /** Returns the chosen columns of all rows, in no particular order. */
  scan<C extends keyof Row & string>(columns: readonly C[]): Promise<Pick<Row, C>[]> {
    return this.#read(columns, [{}]);
  }

  /** Returns the chosen columns of the rows of these keys that are there. */
  rows<C extends keyof Row & string>(keys: readonly string[], columns: readonly C[]): Promise<Pick<Row, C>[]> {
    return this.#read(columns, this.#withKeys(keys));
  }

  count(): Promise<number> {
    return this.#handle.reader.countRows();
  }

  /**
   * Adds rows in one LanceDB commit, after the last batch; until then they are held as bytes, which
   * are a fraction of the objects.
   * @returns how many
   */
  async append(
    batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
    beforeCommit: () => void,
  ): Promise<number> {
    const encoded: EncodedRows[] = [];
    for await (const rows of batches) if (rows.length > 0) encoded.push(this.#encode(rows));
    const count = encoded.reduce((sum, { rows }) => sum + rows, 0);
    if (count === 0) return 0;
    await this.#write('append', async ({ lance, table }) => {
      const schema = this.#form.schema(this.#dimensions);
      const sample = lance.makeArrowTable([sampleOf(this.#form.columns, this.#dimensions)], { schema });
      beforeCommit();
      await table.add(tableOf(sample, encoded));
      await refuseTorn(this.#handle.directory, 'append');
    });
    return count;
  }

  #encode(rows: readonly Row[]): EncodedRows {
    const { texts, hasVector, toText } = this.#form.form;
    const columns = texts.map((column) => utf8Of(rows.map((row) => toText(row, column))));
    if (!hasVector) return { rows: rows.length, columns };
    const vectors = rows.map((row) => (row as { vector: Float32Array }).vector);
    return { rows: rows.length, columns: [...columns, halvesOf(vectors, this.#dimensions)] };
  }

  /** Removes all rows of these keys. */
  async remove(keys: readonly string[], beforeCommit: () => void): Promise<void> {
    await this.#write('remove', async ({ table }) => {
      for (const { where } of this.#withKeys(keys)) {
        beforeCommit();
        await table.delete(where);
        await refuseTorn(this.#handle.directory, 'remove');
      }
    });
  }

  /** Compacts where enough has gathered, and removes versions older than that. */
  async tidy(retentionMs: number): Promise<void> {
    await this.#write('compact', async ({ table, directory }) => {
      const sums = await takeSums(directory!);
      const { fragmentStats } = await table.stats();
      if (fragmentStats.numFragments > FRAGMENTS)
        await table.optimize({ cleanupOlderThan: new Date(Date.now() - retentionMs) });
      await refuseTorn(directory, 'compact', { sums });
      await writeSums(directory!, sums);
    });
  }

  close(): void {
    this.#handle.close();
  }

  #withKeys(keys: readonly string[]): { where: string }[] {
    return batchesOf(keys).map((names) => ({ where: isIn(this.#form.form.key, names) }));
  }

  async #write(verb: string, action: (writer: TableHandle) => Promise<void>): Promise<void> {
    const { label } = this.#form.form;
    if (this.#writer === null) throw new CoraError('STORE', `${label} was opened for reading`);
    await action(this.#writer).catch((error: unknown) => {
      throw failureOf(label, error, verb);
    });
  }

  async #read<C extends keyof Row & string>(columns: readonly C[], selections: readonly { where?: string }[]) {
    for (let attempt = 0; ; attempt++) {
      try {
        const rows: Pick<Row, C>[] = [];
        for (const selection of selections) {
          for await (const batch of this.#handle.reader.select({ ...selection, columns }))
            for (const row of this.#decode(batch, columns)) rows.push(row);
        }
        return rows;
      } catch (error) {
        if (attempt > 0) throw failureOf(this.#form.form.label, error, 'read');
        // A writer may have cleaned this version up.
        await this.#handle.reader.checkoutLatest();
      }
    }
  }

  #decode<C extends keyof Row & string>(batch: Batch, columns: readonly C[]): Pick<Row, C>[] {
    const { ofText, hasVector } = this.#form.form;
    const rows = Array.from({ length: batch.numRows }, () => ({}) as Record<string, unknown>);
    for (const column of columns) {
      const data = dataOf(batch, column);
      const cellAt = hasVector && column === 'vector' ? vectorsOf(data) : textsOf(data);
      for (let at = 0; at < rows.length; at++) {
        const cell = cellAt(at);
        rows[at]![column] = typeof cell === 'string' ? ofText(cell, column) : cell;
      }
    }
    return rows as unknown as Pick<Row, C>[];
  }
}

function failureOf(label: string, error: unknown, verb: string): CoraError {
  return explainedFailure(error, `${label} failed to ${verb}`, 'BROKEN_INDEX', DOCTOR_HINT);
}
