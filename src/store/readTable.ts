/** A LanceDB table as readers see it: which rows, which columns, batch after batch. How a batch lies in memory is readBatch.ts. */

import type { NativeLance, NativeQuery, NativeSelect, NativeTable } from './nativeLance.ts';
import { type Batch, readBatch, readSchema, type Schema } from './readBatch.ts';
import { unlessSilent } from './unlessSilent.ts';

export interface Selection {
  columns: readonly string[];
  /** SQL. */
  where?: string;
  limit?: number;
  /** Rows of the full-text index with any of these words, which stand between spaces; adds the column `_score`. */
  words?: { column: string; text: string };
  /** The nearest rows by dot product; adds the column `_distance`. */
  near?: Float32Array;
  /** Rows by their place in the table, and nothing else of the above. */
  offsets?: number[];
  /** Rows by their ids, and nothing else of the above. */
  rowIds?: readonly number[];
  /** Adds the column `_rowid`: rowIdsOf. */
  withRowIds?: boolean;
}

export interface ReadTable {
  schema(): Promise<Schema>;
  version(): Promise<number>;
  countVersions(): Promise<number>;
  countRows(): Promise<number>;
  hasIndex(name: string): Promise<boolean>;
  /** Rows that an index does not cover yet; null where there is no such index. */
  unindexedRows(index: string): Promise<number | null>;
  select(selection: Selection): AsyncGenerator<Batch>;
  /** Of the data files of this version. */
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
      if (selection.withRowIds === true) query.withRowId();
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
  { offsets, rowIds, near, words, where, limit }: Selection,
): NativeSelect {
  if (offsets !== undefined) return table.takeOffsets(offsets);
  if (rowIds !== undefined) return table.takeRowIds(rowIds.map(BigInt));
  const query: NativeQuery = table.query();
  if (words !== undefined) {
    // A match query is a list of tokens joined by OR: quotes, +, * and AND are characters of a token, not syntax.
    const match = lance.JsFullTextQuery.matchQuery(words.text, words.column, 1, 0, 50, 'OR', 0);
    query.fullTextSearch({ query: match });
    // The index alone: its scores and those of rows outside it do not compare.
    query.fastSearch();
  }
  if (where !== undefined) query.onlyIf(where);
  if (limit !== undefined) query.limit(limit);
  if (near === undefined) return query;
  const nearest = query.nearestTo(near);
  // The dot product of unit vectors is their cosine; unlike LanceDB's cosine it gives 0, not NaN, for a zero vector.
  nearest.distanceType('dot');
  return nearest;
}
