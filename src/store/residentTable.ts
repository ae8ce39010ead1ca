/**
 * The table in memory, for processes that answer many queries: a look-up in LanceDB costs 3 to 10 ms, one here 0.1 to 3. A row
 * never changes, so what was read stays right; which rows there are belongs to one version of the table, and a newer version is
 * read anew. Columns stay as the bytes that LanceDB sent and are decoded for the rows that are asked for.
 *
 * About 2 kB a row. Texts are left out: people see a few of them, and those come from their blobs. Of a large table only what finds
 * rows is kept, words and vectors, about 0.9 kB a row: the few that are found are read from LanceDB.
 */

import { setImmediate } from 'node:timers/promises';
import { rowKeyOf } from '../identity.ts';
import type { Candidate, NamedRows, RowColumn, WordRanking } from '../storePort.ts';
import type { BlobKey, ChunkRow } from '../types.ts';
import { BestOf } from './bestOf.ts';
import { ByteVectors } from './byteVectors.ts';
import type { ReadTable } from './readTable.ts';
import { bytesOf, ROW_COLUMNS, readerOf } from './schema.ts';
import { type WordIndex, WordIndexBuilder } from './wordIndex.ts';

/** How many rows a table may have at most. */
export interface ResidentLimits {
  /** To be kept with its columns. */
  whole: number;
  /** To be kept at all. */
  found: number;
}

/** 100,000 rows take some 200 MB with their columns, a million some 900 MB without. */
export const RESIDENT_LIMITS: ResidentLimits = { whole: 100_000, found: 1_000_000 };

/** Between so many rows (5 ms) queries get their turn. */
const ROWS_AT_ONCE = 256;

const LEFT_OUT: ReadonlySet<RowColumn> = new Set([
  ...(['text', 'doc', 'contentHash', 'nodeType', 'redacted', 'parentChunk', 'vector'] as const),
]);
const KEPT = ROW_COLUMNS.filter((column) => !LEFT_OUT.has(column));
/** What every row needs, whatever else is kept. */
const IDENTITY: readonly RowColumn[] = ['chunkId', 'blobSha', 'language'];

type Row<C extends RowColumn> = Pick<ChunkRow, C>;
type Found<C extends RowColumn> = Candidate & Row<C>;
type Reader = (row: number) => unknown;

/** A row that was found. */
interface Place {
  row: number;
  chunkId: string;
  score: number;
}

/** Where the columns of the rows are. */
interface Cells {
  /** By row: its batch's columns, and its place in the batch. None of a table of which no columns are kept. */
  readers: readonly ReadonlyMap<RowColumn, Reader>[];
  places: Uint32Array;
}

export class ResidentTable {
  readonly version: number;
  /** By row: what tells it from others. */
  readonly #ids: readonly Candidate[];
  readonly #cells: Cells;
  readonly #byId = new Map<string, number>();
  readonly #byBlob = new Map<BlobKey, number[]>();
  readonly #words: WordIndex;
  readonly #vectors: ByteVectors;

  constructor(version: number, ids: readonly Candidate[], cells: Cells, words: WordIndex, vectors: ByteVectors) {
    this.version = version;
    this.#ids = ids;
    this.#cells = cells;
    this.#words = words;
    this.#vectors = vectors;
    ids.forEach(({ chunkId, blobSha, language }, row) => {
      this.#byId.set(chunkId, row);
      const key = rowKeyOf({ blobSha, language });
      const rows = this.#byBlob.get(key);
      if (rows === undefined) this.#byBlob.set(key, [row]);
      else rows.push(row);
    });
  }

  /** Whether a column can be read here. */
  holds(column: RowColumn): boolean {
    return column === 'vector' || (this.#cells.readers.length > 0 ? KEPT : IDENTITY).includes(column);
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
    const boundOf = vectors.boundOf(vector);
    for (let row = 0; row < this.#ids.length; row++) {
      if (boundOf(row) < best.floor) continue;
      const score = vectors.dot(vector, row);
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
    const { readers, places } = this.#cells;
    const { chunkId, blobSha, language } = this.#ids[row]!;
    const identity: Partial<Record<RowColumn, string>> = { chunkId, blobSha, language };
    for (const column of columns) {
      if (column === 'vector') found[column] = this.#vectors.at(row);
      else found[column] = identity[column] ?? readers[row]!.get(column)!(places[row]!);
    }
    return found as Row<C>;
  }
}

/** @returns null for a table that is too large, or that changed while it was read */
export async function readResidentTable(
  table: ReadTable,
  dimensions: number,
  limits: ResidentLimits,
): Promise<ResidentTable | null> {
  const version = await table.version();
  const size = await table.countRows();
  if (size > limits.found) return null;
  const kept: readonly RowColumn[] = size > limits.whole ? [] : KEPT;
  const ids: Candidate[] = [];
  const rowOf = new Map<string, number>();
  const readers: ReadonlyMap<RowColumn, Reader>[] = [];
  const places = new Uint32Array(kept.length === 0 ? 0 : size);
  const words = new WordIndexBuilder();
  const one = createInterner();
  for await (const batch of table.select({ columns: [...new Set<RowColumn>([...IDENTITY, 'searchText', ...kept])] })) {
    const [chunkId, blobSha, language] = IDENTITY.map((column) => readerOf(batch, column) as (place: number) => string);
    const columns = new Map(kept.map((column) => [column, readerOf(batch, column)]));
    const { bytes, offsets } = bytesOf(batch, 'searchText');
    for (let place = 0; place < batch.numRows; place++) {
      if (place % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
      const row = ids.length;
      ids.push({ chunkId: chunkId!(place), blobSha: one(blobSha!(place)), language: one(language!(place)), score: 0 });
      rowOf.set(ids[row]!.chunkId, row);
      words.add(bytes, offsets[place]!, offsets[place + 1]!);
      if (kept.length === 0) continue;
      readers.push(columns);
      places[row] = place;
    }
  }
  const vectors = new ByteVectors(ids.length, dimensions);
  for await (const batch of table.select({ columns: ['chunkId', 'vector'] })) {
    const [id, vector] = [readerOf(batch, 'chunkId'), readerOf(batch, 'vector')];
    for (let place = 0; place < batch.numRows; place++) {
      if (place % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
      const row = rowOf.get(id(place) as string);
      if (row !== undefined) vectors.set(row, vector(place) as Float32Array);
    }
  }
  const isSame = ids.length === size && (await table.version()) === version;
  return isSame ? new ResidentTable(version, ids, { readers, places }, words.finish(), vectors) : null;
}

/** Equal strings become one: a blob has many rows. */
function createInterner(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const first = known.get(text);
    if (first === undefined) known.set(text, text);
    return first ?? text;
  };
}
