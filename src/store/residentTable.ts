/**
 * The table in memory, for processes that answer many queries: a look-up in LanceDB costs 3 to 10 ms, one here 0.1 to 3. A row
 * never changes, so what was read stays right; which rows there are belongs to one version of the table, and a newer version is
 * read anew. Columns stay as the bytes that LanceDB sent and are decoded for the rows that are asked for.
 *
 * About 3 kB a row. Texts are left out: people see a few of them, and those come from their blobs.
 */

import { setImmediate } from 'node:timers/promises';
import type { Candidate, NamedRows, RowColumn, WordRanking } from '../storePort.ts';
import type { BlobKey, ChunkRow } from '../types.ts';
import { BestOf } from './bestOf.ts';
import { dotProduct } from './rankWords.ts';
import type { ReadTable } from './readTable.ts';
import { bytesOf, ROW_COLUMNS, readerOf } from './schema.ts';
import { VectorBounds } from './vectorBounds.ts';
import { type WordIndex, WordIndexBuilder } from './wordIndex.ts';

/** Tables above this many rows are left to LanceDB: 100,000 rows take some 300 MB. */
export const MOST_RESIDENT_ROWS = 100_000;

/** Between so many rows (5 ms) queries get their turn. */
const ROWS_AT_ONCE = 256;

const LEFT_OUT: ReadonlySet<RowColumn> = new Set([
  ...(['text', 'doc', 'contentHash', 'nodeType', 'redacted', 'parentChunk', 'vector'] as const),
]);
const KEPT = ROW_COLUMNS.filter((column) => !LEFT_OUT.has(column));

type Row<C extends RowColumn> = Pick<ChunkRow, C>;
type Found<C extends RowColumn> = Candidate & Row<C>;
type Reader = (row: number) => unknown;

/** A row that was found. */
interface Place {
  row: number;
  chunkId: string;
  score: number;
}

/** Whether a look-up of these columns can be answered here. */
export function isResident(columns: readonly RowColumn[]): boolean {
  return columns.every((column) => column === 'vector' || !LEFT_OUT.has(column));
}

export class ResidentTable {
  readonly version: number;
  /** By row: what tells it from others. */
  readonly #ids: readonly Candidate[];
  /** By row: its batch's columns, and its place in the batch. */
  readonly #readers: readonly ReadonlyMap<RowColumn, Reader>[];
  readonly #places: Uint32Array;
  readonly #byId = new Map<string, number>();
  readonly #byBlob = new Map<BlobKey, number[]>();
  readonly #words: WordIndex;
  /** Row after row. */
  readonly #vectors: Float32Array;
  readonly #bounds: VectorBounds | null;
  readonly #dimensions: number;

  constructor(
    version: number,
    ids: readonly Candidate[],
    cells: { readers: readonly ReadonlyMap<RowColumn, Reader>[]; places: Uint32Array },
    words: WordIndex,
    { vectors, bounds }: { vectors: Float32Array; bounds: VectorBounds | null },
  ) {
    this.version = version;
    this.#ids = ids;
    this.#readers = cells.readers;
    this.#places = cells.places;
    this.#words = words;
    this.#vectors = vectors;
    this.#bounds = bounds;
    this.#dimensions = ids.length === 0 ? 0 : vectors.length / ids.length;
    ids.forEach(({ chunkId, blobSha, language }, row) => {
      this.#byId.set(chunkId, row);
      const key: BlobKey = `${blobSha}:${language}`;
      const rows = this.#byBlob.get(key);
      if (rows === undefined) this.#byBlob.set(key, [row]);
      else rows.push(row);
    });
  }

  rows<C extends RowColumn>(selection: NamedRows, columns: readonly C[]): Row<C>[] {
    const rows =
      'chunkIds' in selection
        ? [...new Set(selection.chunkIds)].flatMap((id) => this.#byId.get(id) ?? [])
        : [...new Set(selection.blobs)].flatMap((key) => this.#byBlob.get(key) ?? []);
    return rows.map((row) => this.#read(row, columns));
  }

  bestByWords<C extends RowColumn>(
    ranking: WordRanking,
    isWanted: (row: Candidate) => boolean,
    limit: number,
    columns: readonly C[],
  ): Found<C>[] {
    const best = new BestOf<Place>(limit);
    this.#words.score(ranking, (row, score) => this.#offer(best, row, score, isWanted));
    return this.#found(best, columns);
  }

  /** With this table's own statistics, as LanceDB would. */
  searchWords<C extends RowColumn>(terms: Iterable<string>, limit: number, columns: readonly C[]): Found<C>[] {
    const { averageWords } = this.#words;
    const idf = (frequency: number): number => Math.log(1 + (this.#ids.length - frequency + 0.5) / (frequency + 0.5));
    const weights = new Map([...terms].map((term) => [term, idf(this.#words.frequency(term))]));
    return this.bestByWords({ weights, averageWords }, () => true, limit, columns);
  }

  bestByVector<C extends RowColumn>(
    vector: Float32Array,
    isWanted: (row: Candidate) => boolean,
    limit: number,
    columns: readonly C[],
  ): Found<C>[] {
    const best = new BestOf<Place>(limit);
    const vectors = this.#vectors;
    const boundOf = this.#bounds?.of(vector);
    for (let row = 0; row < this.#ids.length; row++) {
      if (boundOf !== undefined && boundOf(row) < best.floor) continue;
      const score = dotProduct(vector, vectors, row * vector.length);
      if (score >= best.floor) this.#offer(best, row, score, isWanted);
    }
    return this.#found(best, columns);
  }

  #offer(best: BestOf<Place>, row: number, score: number, isWanted: (row: Candidate) => boolean): void {
    if (score < best.floor || !isWanted(this.#ids[row]!)) return;
    best.offer({ chunkId: this.#ids[row]!.chunkId, score, row });
  }

  #found<C extends RowColumn>(best: BestOf<Place>, columns: readonly C[]): Found<C>[] {
    return best.sorted().map(({ row, score }) => {
      const { chunkId, blobSha, language } = this.#ids[row]!;
      return Object.assign(this.#read(row, columns), { chunkId, blobSha, language, score });
    });
  }

  #read<C extends RowColumn>(row: number, columns: readonly C[]): Row<C> {
    const found = {} as Record<RowColumn, unknown>;
    const readers = this.#readers[row]!;
    const place = this.#places[row]!;
    for (const column of columns) {
      found[column] =
        column === 'vector'
          ? this.#vectors.subarray(row * this.#dimensions, (row + 1) * this.#dimensions)
          : readers.get(column)!(place);
    }
    return found as Row<C>;
  }
}

/** @returns null for a table that is too large, or that changed while it was read */
export async function readResidentTable(table: ReadTable, dimensions: number): Promise<ResidentTable | null> {
  const version = await table.version();
  const size = await table.countRows();
  if (size > MOST_RESIDENT_ROWS) return null;
  const ids: Candidate[] = [];
  const rowOf = new Map<string, number>();
  const readers: ReadonlyMap<RowColumn, Reader>[] = [];
  const places = new Uint32Array(size);
  const words = new WordIndexBuilder();
  for await (const batch of table.select({ columns: KEPT })) {
    const columns = new Map(KEPT.map((column) => [column, readerOf(batch, column)]));
    const { bytes, offsets } = bytesOf(batch, 'searchText');
    const cell = (column: RowColumn, place: number) => columns.get(column)!(place) as string;
    for (let place = 0; place < batch.numRows; place++) {
      if (place % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
      const row = ids.length;
      ids.push({
        chunkId: cell('chunkId', place),
        blobSha: cell('blobSha', place),
        language: cell('language', place),
        score: 0,
      });
      rowOf.set(ids[row]!.chunkId, row);
      readers.push(columns);
      places[row] = place;
      words.add(bytes, offsets[place]!, offsets[place + 1]!);
    }
  }
  const vectors = new Float32Array(ids.length * dimensions);
  for await (const batch of table.select({ columns: ['chunkId', 'vector'] })) {
    const [id, vector] = [readerOf(batch, 'chunkId'), readerOf(batch, 'vector')];
    for (let place = 0; place < batch.numRows; place++) {
      const row = rowOf.get(id(place) as string);
      if (row !== undefined) vectors.set(vector(place) as Float32Array, row * dimensions);
    }
  }
  const isSame = ids.length === size && (await table.version()) === version;
  if (!isSame) return null;
  const bounds = await VectorBounds.of(vectors, dimensions);
  return new ResidentTable(version, ids, { readers, places }, words.finish(), { vectors, bounds });
}
