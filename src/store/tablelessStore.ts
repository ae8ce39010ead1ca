/**
 * A store whose rows are read from the search file. A run with a few new files keeps their rows
 * only there, as pending rows like those of a pull. LanceDB, which takes longer than everything
 * else in such a run, is not loaded.
 */

import { existsSync } from 'node:fs';
import { rowKeyOf } from '../base/identity.ts';
import { addTo } from '../base/lists.ts';
import type { BlobKey, ChunkRow } from '../base/types.ts';
import { ifDamaged, isWhole, NO_TABLE, type RowSource } from '../engine/joinSegments.ts';
import type { BlobRows, RowColumn, RowOf, RowReader } from '../engine/rowReader.ts';
import { openSearchFile, readSegmentList } from '../engine/searchFile.ts';
import type { SegmentReader } from '../engine/segment.ts';
import { NAMES, SECTIONS, type SectionName } from '../engine/segmentFile.ts';
import type { SegmentRows } from '../engine/segmentRows.ts';
import { untouchedVersion } from './fileSums.ts';
import { CHUNKS, tableDirectory } from './location.ts';
import { type ChunkStore, openStore, withStore } from './openStore.ts';

export const DAMAGED = 'damaged';
/** The sections that say what secrets were found in a row. */
const COUNTED_SECTIONS: readonly SectionName[] = ['numbers', 'records'];

export class TablelessStore implements Pick<RowReader, 'blobKeys' | 'rowsByBlob' | 'redactedRows'> {
  /** For callers that need rows which only the table has. */
  readonly table: RowSource;
  readonly hasTable: boolean;
  readonly #rows: SegmentRows;
  readonly #added = new Map<BlobKey, ChunkRow[]>();

  /** The segments whose rows are in the table. */
  readonly #settled: readonly SegmentReader[];

  private constructor(
    table: RowSource | null,
    rows: SegmentRows,
    settled: readonly SegmentReader[],
    dimensions: number,
  ) {
    this.hasTable = table !== null;
    this.table = table ?? noTable(dimensions);
    this.#rows = rows;
    this.#settled = settled;
  }

  /**
   * Use it under the write lock.
   * @param mostPending if more rows than this are pending beside a table, they belong into the
   * table
   * @returns null in that case, and if the search file may lack rows of the table; DAMAGED if a
   * byte of it has changed
   */
  static async open(
    dir: string,
    dimensions: number,
    mostPending: number,
  ): Promise<TablelessStore | typeof DAMAGED | null> {
    const directory = tableDirectory(dir, CHUNKS);
    const hasTable = existsSync(directory);
    const version = hasTable ? await untouchedVersion(directory) : NO_TABLE;
    const list = version === null ? null : await readSegmentList(dir);
    if (version === null || list?.version !== version || list.dimensions !== dimensions) return null;
    const pending = list.segments.filter((one) => one.isPending === true);
    if (hasTable && pending.reduce((sum, { rows }) => sum + rows, 0) > mostPending) return null;
    const rows = await openSearchFile(dir, dimensions).catch(ifDamaged);
    if (rows === null) return DAMAGED;
    const settled: SegmentReader[] = [];
    for (const [at, segment] of rows.segments.entries()) {
      const isPending = pending.includes(list.segments[at]!);
      if (!isPending) settled.push(segment);
      // No other place has the rows of a pending segment.
      if (await isWhole(segment, isPending ? SECTIONS : NAMES)) continue;
      rows.close();
      return DAMAGED;
    }
    return new TablelessStore(hasTable ? tableOnDemand(dir, dimensions, version) : null, rows, settled, dimensions);
  }

  /**
   * Compares with their checksums what the run will read, in the segments that have these blobs.
   * @param read blobs whose rows will be copied into new rows and sums
   * @param redacted blobs whose secrets will be counted
   */
  async isSound(read: Iterable<BlobKey>, redacted: Iterable<BlobKey>): Promise<boolean> {
    const [whole, counted] = [[...new Set(read)], [...new Set(redacted)]];
    for (const segment of this.#settled) {
      const hasOne = (blobs: readonly BlobKey[]): boolean => blobs.some((key) => segment.findBlob(key) !== -1);
      const sections = hasOne(whole) ? SECTIONS : hasOne(counted) ? COUNTED_SECTIONS : [];
      if (!(await isWhole(segment, sections))) return false;
    }
    return true;
  }

  blobKeys(): Promise<Map<BlobKey, number>> {
    return this.#rows.blobKeys();
  }

  /**
   * @param first blobs that probably have the vectors @param looksFurther also reads all other
   * rows, which is slow
   */
  async vectorsOf(
    contentHashes: readonly string[],
    first: readonly BlobKey[],
    looksFurther: boolean,
  ): Promise<Map<string, Float32Array>> {
    const wanted = new Set(contentHashes);
    const found = new Map<string, Float32Array>();
    const take = (rows: readonly RowOf<'contentHash' | 'vector'>[]): void => {
      for (const { contentHash, vector } of rows) if (wanted.delete(contentHash)) found.set(contentHash, vector);
    };
    take(await this.#rows.rows({ blobs: first }, ['contentHash', 'vector']));
    if (looksFurther && wanted.size > 0)
      for await (const rows of this.#rows.scan(['contentHash', 'vector'])) take(rows);
    return found;
  }

  /** Keeps rows of this run until the search file has them. */
  add(rows: readonly ChunkRow[]): void {
    for (const row of rows) addTo(this.#added, rowKeyOf(row), row);
  }

  async *rowsByBlob<C extends RowColumn>(
    blobs: readonly BlobKey[],
    columns: readonly C[],
  ): AsyncGenerator<BlobRows<C>> {
    for (const key of new Set(blobs)) {
      const rows = this.#added.get(key);
      if (rows === undefined) yield* this.#rows.rowsByBlob([key], columns);
      else yield { key, rows };
    }
  }

  async redactedRows(): Promise<RowOf<'blobSha' | 'language' | 'redacted'>[]> {
    const added = [...this.#added.values()].flat().filter(({ redacted }) => redacted !== '');
    return [...(await this.#rows.redactedRows()), ...added];
  }

  close(): void {
    this.#rows.close();
  }
}

/** Stands for the missing table of a pulled index until a larger run makes it. */
function noTable(dimensions: number): RowSource {
  return {
    dimensions,
    version: async () => NO_TABLE,
    blobKeys: async () => new Map(),
    rowsByBlob: none,
    scan: none,
  };
}

async function* none(): AsyncGenerator<never> {
  yield* [];
}

/** Opens the table only when rows are asked for. */
function tableOnDemand(dir: string, dimensions: number, version: number): RowSource {
  async function* ask<T>(read: (store: ChunkStore) => AsyncGenerator<T>): AsyncGenerator<T> {
    const store = await openStore(dir, dimensions, 'read');
    try {
      yield* read(store);
    } finally {
      store.close();
    }
  }
  return {
    dimensions,
    version: async () => version,
    blobKeys: () => withStore(dir, dimensions, 'read', (store) => store.blobKeys()),
    rowsByBlob: (blobs, columns) => ask((store) => store.rowsByBlob(blobs, columns)),
    scan: (columns) => ask((store) => store.scan(columns)),
  };
}
