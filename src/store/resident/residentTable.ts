/**
 * The table in memory, for processes that answer many queries: a look-up in LanceDB costs 3 to 10
 * ms, one here 0.1 to 3. A row never changes, so what was read stays right; which rows there are
 * belongs to one version of the table. The next version is mostly the same: it is made of the parts
 * of this one, without the rows that have gone, and a part with those that came. How it is read is
 * readResident.ts.
 *
 * About 2 kB a row. Texts are left out: people see a few of them, and those come from their blobs.
 * A large table keeps only what finds rows, words and vectors, about 0.9 kB a row: the few that are
 * found are read from LanceDB.
 */

import { rowKeyOf } from '../../base/identity.ts';
import { addTo } from '../../base/lists.ts';
import type { BlobKey } from '../../base/types.ts';
import { BestOf, type Candidate, type FoundRow, type IsWanted, type WordRanking } from '../rankRows.ts';
import { type NamedRows, ROW_COLUMNS, type RowColumn, type RowOf } from '../schema.ts';
import type { ByteVectors } from './byteVectors.ts';
import type { WordIndex } from './wordIndex.ts';

/** Rows that were read together, of which some have gone since. */
export interface ResidentPart {
  rows: ResidentRows;
  gone: ReadonlySet<number>;
}

/** A row that was found. */
interface Place {
  rows: ResidentRows;
  row: number;
  chunkId: string;
  score: number;
}

export class ResidentTable {
  readonly version: number;
  /** The first was read as a whole, the others came in this order. */
  readonly parts: readonly ResidentPart[];
  readonly size: number;

  constructor(version: number, parts: readonly ResidentPart[]) {
    this.version = version;
    this.parts = parts;
    this.size = parts.reduce((sum, { rows, gone }) => sum + rows.size - gone.size, 0);
  }

  get hasColumns(): boolean {
    return this.parts[0]!.rows.hasColumns;
  }

  /** True if a column can be read here. */
  holds(column: RowColumn): boolean {
    return column === 'vector' || (this.hasColumns ? KEPT : IDENTITY).includes(column);
  }

  rows<C extends RowColumn>(selection: NamedRows, columns: readonly C[]): RowOf<C>[] {
    const found: RowOf<C>[] = [];
    const take = ({ rows, gone }: ResidentPart, row: number | undefined): void => {
      if (row !== undefined && !gone.has(row)) found.push(rows.read(row, columns) as RowOf<C>);
    };
    if ('chunkIds' in selection) {
      for (const id of new Set(selection.chunkIds)) for (const part of this.parts) take(part, part.rows.ofChunk(id));
    } else {
      for (const key of new Set(selection.blobs))
        for (const part of this.parts) for (const row of part.rows.ofBlob(key)) take(part, row);
    }
    return found;
  }

  bestByWords<C extends RowColumn>(
    ranking: WordRanking,
    isWanted: IsWanted,
    limit: number,
    columns: readonly C[],
  ): FoundRow<C>[] {
    const best = new BestOf<Place>(limit);
    for (const part of this.parts)
      part.rows.words.score(ranking, (row, score) => offer(best, part, row, score, isWanted));
    return foundIn(best, columns);
  }

  /** Returns `most` of the rows with any of the terms. */
  rowsWithTerms<C extends RowColumn>(terms: Iterable<string>, most: number, columns: readonly C[]): FoundRow<C>[] {
    const weights = new Map([...terms].map((term) => [term, 1]));
    return this.bestByWords({ weights, averageWords: 1 }, () => true, most, columns);
  }

  bestByVector<C extends RowColumn>(
    vector: Float32Array,
    isWanted: IsWanted,
    limit: number,
    columns: readonly C[],
  ): FoundRow<C>[] {
    const best = new BestOf<Place>(limit);
    for (const part of this.parts) {
      const { vectors, size } = part.rows;
      const boundOf = vectors.boundOf(vector);
      for (let row = 0; row < size; row++) {
        if (boundOf(row) < best.floor) continue;
        const score = vectors.dot(vector, row);
        if (score >= best.floor) offer(best, part, row, score, isWanted);
      }
    }
    return foundIn(best, columns);
  }
}

function offer(
  best: BestOf<Place>,
  { rows, gone }: ResidentPart,
  row: number,
  score: number,
  isWanted: IsWanted,
): void {
  if (score < best.floor || gone.has(row) || !isWanted(rows.idOf(row))) return;
  best.offer({ chunkId: rows.idOf(row).chunkId, score, row, rows });
}

function foundIn<C extends RowColumn>(best: BestOf<Place>, columns: readonly C[]): FoundRow<C>[] {
  return best.sorted().map(({ rows, row, score }) => {
    const { chunkId, blobSha, language } = rows.idOf(row);
    return Object.assign(rows.read(row, columns) as RowOf<C>, { chunkId, blobSha, language, score });
  });
}

// Rows of a table in memory that were read together. Columns stay as the bytes that LanceDB sent
// and are decoded for the rows that are asked for. Which of them the table still holds, and what
// came since, is residentTable.ts.

const LEFT_OUT: ReadonlySet<RowColumn> = new Set([
  ...(['text', 'doc', 'contentHash', 'nodeType', 'redacted', 'frame', 'parentChunk', 'vector'] as const),
]);
export const KEPT = ROW_COLUMNS.filter((column) => !LEFT_OUT.has(column));
/** The columns that every row needs, whatever else is kept. */
export const IDENTITY: readonly RowColumn[] = ['chunkId', 'blobSha', 'language'];

export type CellReader = (place: number) => unknown;

interface ResidentCells {
  /** By row: what tells it from others. */
  ids: readonly Candidate[];
  /**
   * By row: what LanceDB calls it. It stays until a writer moves the row, and no other row ever has
   * it.
   */
  rowIds: Float64Array;
  /** By row: its batch's columns, and its place in the batch. None where no columns are kept. */
  readers: readonly ReadonlyMap<RowColumn, CellReader>[];
  places: Uint32Array;
  words: WordIndex;
  vectors: ByteVectors;
}

export class ResidentRows {
  readonly size: number;
  readonly rowIds: Float64Array;
  readonly words: WordIndex;
  readonly vectors: ByteVectors;
  readonly #cells: ResidentCells;
  readonly #byId = new Map<string, number>();
  readonly #byBlob = new Map<BlobKey, number[]>();

  constructor(cells: ResidentCells) {
    this.#cells = cells;
    this.size = cells.ids.length;
    this.rowIds = cells.rowIds;
    this.words = cells.words;
    this.vectors = cells.vectors;
    cells.ids.forEach(({ chunkId, blobSha, language }, row) => {
      this.#byId.set(chunkId, row);
      addTo(this.#byBlob, rowKeyOf({ blobSha, language }), row);
    });
  }

  get hasColumns(): boolean {
    return this.#cells.readers.length > 0;
  }

  idOf(row: number): Candidate {
    return this.#cells.ids[row]!;
  }

  ofChunk(chunkId: string): number | undefined {
    return this.#byId.get(chunkId);
  }

  ofBlob(key: BlobKey): readonly number[] {
    return this.#byBlob.get(key) ?? [];
  }

  read(row: number, columns: readonly RowColumn[]): Record<RowColumn, unknown> {
    const found = {} as Record<RowColumn, unknown>;
    const { readers, places } = this.#cells;
    const { chunkId, blobSha, language } = this.idOf(row);
    const identity: Partial<Record<RowColumn, string>> = { chunkId, blobSha, language };
    for (const column of columns) {
      if (column === 'vector') found[column] = this.vectors.at(row);
      else found[column] = identity[column] ?? readers[row]!.get(column)!(places[row]!);
    }
    return found;
  }
}

// Rows of which memory holds most columns: the others, such as the text, are all that LanceDB is
// asked for.

/** Asks LanceDB for rows by their ids. */
type SelectById = (columns: readonly RowColumn[], chunkIds: readonly string[]) => Promise<RowOf<RowColumn>[]>;

export async function rowsBeside<C extends RowColumn>(
  resident: ResidentTable,
  selection: NamedRows,
  columns: readonly C[],
  select: SelectById,
): Promise<RowOf<C>[]> {
  const rows = await fillRows(resident, columns, (here) => resident.rows(selection, ['chunkId', ...here]), select);
  if ((columns as readonly RowColumn[]).includes('chunkId')) return rows;
  return rows.map(({ chunkId, ...others }) => others as RowOf<C>);
}

/**
 * @param find brings rows with those of the columns that are in memory
 * @returns them with all columns, in their order; without those that have gone from the table since
 */
export async function fillRows<C extends RowColumn, R extends { chunkId: string }>(
  resident: ResidentTable,
  columns: readonly C[],
  find: (here: readonly C[]) => R[],
  select: SelectById,
): Promise<(R & RowOf<C>)[]> {
  const there = columns.filter((column) => !resident.holds(column));
  const found = find(columns.filter((column) => resident.holds(column)));
  if (there.length === 0 || found.length === 0) return found as (R & RowOf<C>)[];
  const asked = await select(
    ['chunkId', ...there],
    found.map(({ chunkId }) => chunkId),
  );
  const byId = new Map(asked.map((row) => [row.chunkId, row]));
  return found.flatMap((row) => {
    const rest = byId.get(row.chunkId);
    return rest === undefined ? [] : [{ ...rest, ...row } as R & RowOf<C>];
  });
}
