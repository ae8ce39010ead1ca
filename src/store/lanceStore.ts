/**
 * The ChunkStore port on a LanceDB table: what is asked of the table and how its answers become rows. Opening is
 * openTable.ts, upkeep optimizeTable.ts, the Arrow form schema.ts.
 */

import type { Query, Table, VectorQuery } from '@lancedb/lancedb';
import { CoraError } from '../errors.ts';
import type { Candidate, ChunkStore, RowColumn, RowSelection, StoreStats } from '../storePort.ts';
import type { BlobKey, ChunkRow } from '../types.ts';
import { bytesUnder } from './bytesUnder.ts';
import { batchesOf, isIn, ofBlobs } from './filter.ts';
import { DOCTOR_HINT, firstLine, type TableHandle } from './openTable.ts';
import { optimizeTable } from './optimizeTable.ts';
import { decodeRows, encodeRows, numbersOf, sampleRow, schemaOf } from './schema.ts';
import { countUnindexed, matchWordTail, readWordTail, WORD_INDEX, type WordTail } from './wordTail.ts';

type Row<C extends RowColumn> = Pick<ChunkRow, C>;
type Found<C extends RowColumn> = Candidate & Row<C>;

const CANDIDATE = ['chunkId', 'blobSha', 'language'] as const;
/** More values than this are found faster by reading every row's key than by lists of values. */
const SCAN_ABOVE = 5000;
/** LanceDB says it in several ways when a file of a version that was cleaned up is gone. */
const STALE = /not found|no such file|does not exist/i;
/** The full-text index splits here, so a term with one of these cannot be in it. */
const SPACE = /[\t\n\v\f\r ]/;

export function createLanceStore(handle: TableHandle, dimensions: number, mode: 'read' | 'write'): ChunkStore {
  return new LanceStore(handle, dimensions, mode);
}

class LanceStore implements ChunkStore {
  readonly #handle: TableHandle;
  readonly #dimensions: number;
  readonly #mode: 'read' | 'write';
  #tail: WordTail | null = null;
  #removedRows = 0;

  constructor(handle: TableHandle, dimensions: number, mode: 'read' | 'write') {
    this.#handle = handle;
    this.#dimensions = dimensions;
    this.#mode = mode;
  }

  async blobKeys(): Promise<Map<BlobKey, number>> {
    return this.#read(async (table) => {
      const keys = new Map<BlobKey, number>();
      for await (const batch of table.query().select(['blobSha', 'language'])) {
        for (const { blobSha, language } of decodeRows(batch, ['blobSha', 'language'])) {
          const key: BlobKey = `${blobSha}:${language}`;
          keys.set(key, (keys.get(key) ?? 0) + 1);
        }
      }
      return keys;
    });
  }

  async append(rows: readonly ChunkRow[]): Promise<void> {
    if (rows.length === 0) return;
    const wrong = rows.find(({ vector }) => vector.length !== this.#dimensions);
    if (wrong !== undefined) {
      const message = `chunk ${wrong.chunkId} has a vector of ${wrong.vector.length} dimensions in a store of ${this.#dimensions}`;
      throw new CoraError('EMBEDDER_MISMATCH', message, { hint: 'run: cora index --full' });
    }
    const { makeArrowTable } = this.#handle.lance;
    const sample = makeArrowTable([sampleRow(this.#dimensions)], { schema: schemaOf(this.#dimensions) });
    await this.#write('append', (table) => table.add(encodeRows(sample, rows)));
  }

  async remove(blobs: readonly BlobKey[]): Promise<void> {
    if (blobs.length === 0) return;
    const { numDeletedRows } = await this.#write('remove', (table) => table.delete(ofBlobs(blobs)));
    this.#removedRows += numDeletedRows;
  }

  async rows<C extends RowColumn>(selection: RowSelection, columns: readonly C[]): Promise<Row<C>[]> {
    if ('chunkIds' in selection) {
      const wanted = new Set(selection.chunkIds);
      if (wanted.size > SCAN_ABOVE) return this.#scanFor(columns, ['chunkId'], (row) => wanted.has(row.chunkId));
      return this.#select(
        columns,
        batchesOf(wanted).map((ids) => isIn('chunkId', ids)),
      );
    }
    const wanted = new Set(selection.blobs);
    if (wanted.size > SCAN_ABOVE) {
      return this.#scanFor(columns, ['blobSha', 'language'], (row) => wanted.has(`${row.blobSha}:${row.language}`));
    }
    return this.#select(columns, batchesOf(wanted).map(ofBlobs));
  }

  async *scan<C extends RowColumn>(columns: readonly C[]): AsyncGenerator<Row<C>[]> {
    // Ids are remembered so that a scan whose version was cleaned up under it goes on with the newest one.
    const seen = new Set<string>();
    const wanted = [...new Set<RowColumn>(['chunkId', ...columns])];
    for (let attempt = 0; ; attempt++) {
      try {
        for await (const batch of this.#handle.table.query().select(wanted)) {
          const ids = decodeRows(batch, ['chunkId']);
          const fresh = attempt === 0 ? null : ids.map(({ chunkId }) => !seen.has(chunkId));
          for (const { chunkId } of ids) seen.add(chunkId);
          const rows = decodeRows(batch, columns);
          yield fresh === null ? rows : rows.filter((_, i) => fresh[i]);
        }
        return;
      } catch (error) {
        await this.#recover(error, attempt);
      }
    }
  }

  async vectorsOf(contentHashes: readonly string[]): Promise<Map<string, Float32Array>> {
    const wanted = new Set(contentHashes);
    const columns = ['contentHash', 'vector'] as const;
    const rows =
      wanted.size > SCAN_ABOVE
        ? await this.#scanFor(columns, [], (row) => wanted.has(row.contentHash))
        : await this.#select(
            columns,
            batchesOf(wanted).map((hashes) => isIn('contentHash', hashes)),
          );
    return new Map(rows.map(({ contentHash, vector }) => [contentHash, vector]));
  }

  /** May give back more than `limit`: rows that the index does not cover yet come on top (wordTail.ts). */
  async searchWords<C extends RowColumn = never>(
    terms: readonly string[],
    limit: number,
    columns: readonly C[] = [],
  ): Promise<Found<C>[]> {
    const wanted = new Set(terms.filter((term) => term !== '' && !SPACE.test(term)));
    if (wanted.size === 0 || limit <= 0) return [];
    return this.#read(async (table) => {
      const indexed = await this.#searchIndex(table, [...wanted], limit, columns);
      this.#tail = await readWordTail(table, this.#tail, columns);
      const tail = matchWordTail<C>(this.#tail, wanted, limit);
      if (tail.length === 0) return indexed;
      // Scores of the two lists do not compare: the best of the tail stands beside the best of the index.
      const scale = indexed.length === 0 ? 1 : indexed[0]!.score / tail[0]!.score;
      const found = new Map(indexed.map((candidate) => [candidate.chunkId, candidate]));
      for (const candidate of tail) found.set(candidate.chunkId, { ...candidate, score: candidate.score * scale });
      return [...found.values()].sort((a, b) => b.score - a.score);
    });
  }

  async #searchIndex<C extends RowColumn>(table: Table, terms: string[], limit: number, columns: readonly C[]) {
    if ((await table.indexStats(WORD_INDEX)) === undefined) return [];
    const { MatchQuery } = this.#handle.lance;
    // A MatchQuery is a list of tokens joined by OR: quotes, +, * and AND are characters of a token, not syntax.
    const query = new MatchQuery(terms.join(' '), 'searchText', { fuzziness: 0 });
    const search = table.query().fullTextSearch(query).fastSearch().limit(limit);
    return foundBy(search, '_score', (score) => score, columns);
  }

  async searchVectors<C extends RowColumn = never>(
    vector: Float32Array,
    limit: number,
    columns: readonly C[] = [],
  ): Promise<Found<C>[]> {
    if (vector.length !== this.#dimensions) {
      const message = `a query vector of ${vector.length} dimensions in a store of ${this.#dimensions}`;
      throw new CoraError('EMBEDDER_MISMATCH', message, { hint: 'run: cora index --full' });
    }
    if (limit <= 0 || vector.every((x) => x === 0)) return [];
    // The dot product of unit vectors is their cosine; unlike LanceDB's cosine it gives 0, not NaN, for a zero vector.
    return this.#read((table) => {
      const search = table.query().nearestTo(vector).distanceType('dot').limit(limit);
      return foundBy(search, '_distance', (distance) => 1 - distance, columns);
    });
  }

  async optimize(retentionMs: number): Promise<void> {
    const removed = this.#removedRows;
    const rewritten = await this.#write('optimize', (table) =>
      optimizeTable(this.#handle.lance, table, retentionMs, removed),
    );
    if (rewritten) this.#removedRows = 0;
  }

  stats(): Promise<StoreStats> {
    return this.#read(async (table) => ({
      rows: await table.countRows(),
      versions: (await table.listVersions()).length,
      bytes: await bytesUnder(this.#handle.directory),
      unindexedRows: await countUnindexed(table),
    }));
  }

  close(): void {
    this.#handle.table.close();
    this.#handle.connection.close();
  }

  #select<C extends RowColumn>(columns: readonly C[], clauses: readonly string[]): Promise<Row<C>[]> {
    return this.#read(async (table) => {
      const rows: Row<C>[] = [];
      for (const clause of clauses) {
        for await (const batch of table
          .query()
          .where(clause)
          .select([...columns])) {
          for (const row of decodeRows(batch, columns)) rows.push(row);
        }
      }
      return rows;
    });
  }

  async #scanFor<C extends RowColumn, K extends RowColumn>(
    columns: readonly C[],
    keys: readonly K[],
    isWanted: (row: Row<C | K>) => boolean,
  ): Promise<Row<C>[]> {
    const found: Row<C>[] = [];
    const surplus = keys.filter((key) => !(columns as readonly RowColumn[]).includes(key));
    for await (const rows of this.scan<C | K>([...columns, ...surplus])) {
      for (const row of rows) {
        if (!isWanted(row)) continue;
        for (const key of surplus) delete (row as Partial<ChunkRow>)[key];
        found.push(row);
      }
    }
    return found;
  }

  async #read<T>(action: (table: Table) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await action(this.#handle.table);
      } catch (error) {
        await this.#recover(error, attempt);
      }
    }
  }

  async #write<T>(verb: string, action: (table: Table) => Promise<T>): Promise<T> {
    if (this.#mode === 'read') throw new CoraError('STORE', `the store was opened for reading: it cannot ${verb}`);
    try {
      return await action(this.#handle.table);
    } catch (error) {
      throw failureOf(error, verb);
    }
  }

  /** Moves a stale handle to the newest version, once; throws whatever cannot be mended that way. */
  async #recover(error: unknown, attempt: number): Promise<void> {
    if (attempt > 0 || !isStale(error)) throw failureOf(error, 'read');
    await this.#handle.table.checkoutLatest();
  }
}

function failureOf(error: unknown, verb: string): CoraError {
  return new CoraError(isStale(error) ? 'BROKEN_INDEX' : 'STORE', `the index failed to ${verb}: ${firstLine(error)}`, {
    hint: DOCTOR_HINT,
    cause: error,
  });
}

function isStale(error: unknown): boolean {
  return error instanceof Error && STALE.test(error.message);
}

async function foundBy<C extends RowColumn>(
  search: Query | VectorQuery,
  scoreColumn: string,
  scoreOf: (value: number) => number,
  columns: readonly C[],
): Promise<Found<C>[]> {
  const wanted = [...new Set<RowColumn>([...CANDIDATE, ...columns])];
  const found: Found<C>[] = [];
  for await (const batch of search.select([...wanted, scoreColumn])) {
    const values = numbersOf(batch, scoreColumn);
    decodeRows(batch, wanted).forEach((row, i) => {
      found.push({ ...(row as unknown as Found<C>), score: scoreOf(values[i]!) });
    });
  }
  return found.sort((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1));
}
