/**
 * A LanceDB table as readers see it: which rows, which columns, batch after batch. Clauses of SQL
 * are put together here and nowhere else: values come from repositories, so each is written as a
 * quoted literal. How a batch lies in memory is readBatch.ts.
 */

import { CoraError } from '../base/errors.ts';
import { groupBy } from '../base/lists.ts';
import type { BlobKey } from '../base/types.ts';
import type { NativeLance, NativeQuery, NativeSelect, NativeTable } from './loadLance.ts';
import { type Batch, readBatch, readSchema, type Schema } from './readBatch.ts';
import { DOCTOR_HINT } from './storeFailure.ts';

export interface TableSelection {
  columns: readonly string[];
  /** SQL. */
  where?: string;
  limit?: number;
  /**
   * Rows of the full-text index with any of these words, which stand between spaces; adds the
   * column `_score`.
   */
  words?: { column: string; text: string };
  /** The nearest rows by dot product; adds the column `_distance`. */
  near?: Float32Array;
  /** Rows by their place in the table, and nothing else of the above. */
  offsets?: number[];
  /** Rows by their ids, and nothing else of the above. */
  rowIds?: readonly number[];
}

export interface ReadTable {
  schema(): Promise<Schema>;
  version(): Promise<number>;
  countVersions(): Promise<number>;
  countRows(): Promise<number>;
  hasIndex(name: string): Promise<boolean>;
  /** Rows that an index does not cover yet; null where there is no such index. */
  unindexedRows(index: string): Promise<number | null>;
  select(selection: TableSelection): AsyncGenerator<Batch>;
  /** Returns the bytes of the data files of this version. */
  bytes(): Promise<number>;
  /** Moves a handle whose version was cleaned up. */
  checkoutLatest(): Promise<void>;
}

/** Asks a table, and asks again where a writer cleaned up the version that was asked. */
export type AskTable = <T>(action: (table: ReadTable) => Promise<T>) => Promise<T>;

export function readTable(lance: NativeLance, table: NativeTable): ReadTable {
  return {
    schema: async () => readSchema(await table.schema()),
    version: () => table.version(),
    countVersions: async () => (await table.listVersions()).length,
    countRows: () => table.countRows(),
    hasIndex: async (wanted) => (await table.listIndices()).some(({ name }) => name === wanted),
    unindexedRows: async (index) => (await table.indexStats(index))?.numUnindexedRows ?? null,
    bytes: async () => (await table.stats()).totalBytes,
    checkoutLatest: () => table.checkoutLatest(),
    select: async function* (selection) {
      const query = prepare(lance, table, selection);
      query.selectColumns([...selection.columns]);
      const batches = await unlessSilent(query.execute());
      for (;;) {
        const bytes = await unlessSilent(batches.next());
        if (bytes === null) return;
        yield readBatch(bytes);
      }
    },
  };
}

function prepare(
  lance: NativeLance,
  table: NativeTable,
  { offsets, rowIds, near, words, where, limit }: TableSelection,
): NativeSelect {
  if (offsets !== undefined) return table.takeOffsets(offsets);
  if (rowIds !== undefined) return table.takeRowIds(rowIds.map(BigInt));
  const query: NativeQuery = table.query();
  if (words !== undefined) {
    // A match query is a list of tokens joined by OR: quotes, +, * and AND are characters of a
    // token, not syntax.
    const match = lance.JsFullTextQuery.matchQuery(words.text, words.column, 1, 0, 50, 'OR', 0);
    query.fullTextSearch({ query: match });
    // The index alone: its scores and those of rows outside it do not compare.
    query.fastSearch();
  }
  if (where !== undefined) query.onlyIf(where);
  if (limit !== undefined) query.limit(limit);
  if (near === undefined) return query;
  const nearest = query.nearestTo(near);
  // The dot product of unit vectors is their cosine; unlike LanceDB's cosine it gives 0, not NaN,
  // for a zero vector.
  nearest.distanceType('dot');
  return nearest;
}

// LanceDB's answer, or an error where none comes: over a damaged list of values a thread of it
// panics, and whoever waits for its rows would wait for ever.

/** For one batch of rows. The slowest disk and the slowest network are faster. */
const SILENCE_MS = 120_000;

/** @throws CoraError BROKEN_INDEX */
export function unlessSilent<T>(answer: Promise<T>): Promise<T> {
  return within(SILENCE_MS, answer, () => {
    const message = `LanceDB has given no rows for ${SILENCE_MS / 1000} s: a file of the index is damaged, or the disk hangs.`;
    return new CoraError('BROKEN_INDEX', message, { hint: DOCTOR_HINT });
  });
}

/** Waits so many milliseconds for an answer, and then throws. */
export async function within<T>(ms: number, answer: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const lateness = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([answer, lateness]);
  } finally {
    clearTimeout(timer);
  }
}

// Where-clauses for LanceDB (DataFusion SQL). Values come from repositories, so every one is
// written as a quoted literal here, and nowhere else is SQL put together.

/** Values in one IN list: longer lists are cut into several queries. */
const LIST_LIMIT = 1000;

/**
 * A string literal. DataFusion knows no escapes but the doubled quote, so backslashes and newlines
 * stay as they are.
 */
export function quote(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** @returns a clause that is true for none where the list is empty */
export function isIn(column: string, values: Iterable<string>): string {
  const list = [...new Set(values)].map(quote);
  if (list.length === 0) return 'false';
  return list.length === 1 ? `${column} = ${list[0]}` : `${column} IN (${list.join(', ')})`;
}

/** All rows of the blobs, as one clause. */
export function ofBlobs(blobs: Iterable<BlobKey>): string {
  const byLanguage = groupBy([...blobs].map(splitBlobKey), ({ language }) => language);
  const clauses = [...byLanguage].map(([language, all]) => {
    const shas = all.map(({ blobSha }) => blobSha);
    return `(${isIn('language', [language])} AND ${isIn('blobSha', shas)})`;
  });
  return clauses.length === 0 ? 'false' : clauses.join(' OR ');
}

/** A blob's name holds no colon, so the first one ends it. */
export function splitBlobKey(key: BlobKey): { blobSha: string; language: string } {
  const colon = key.indexOf(':');
  return { blobSha: key.slice(0, colon), language: key.slice(colon + 1) };
}

/** Distinct values in lists short enough for one query each. */
export function batchesOf<T>(values: Iterable<T>, size = LIST_LIMIT): T[][] {
  const all = [...new Set(values)];
  const batches: T[][] = [];
  for (let start = 0; start < all.length; start += size) batches.push(all.slice(start, start + size));
  return batches;
}
