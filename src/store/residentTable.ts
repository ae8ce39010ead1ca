/**
 * The table in memory, for processes that answer many queries: a look-up in LanceDB costs 3 to 10 ms, one here 0.1 to 3. A row
 * never changes, so what was read stays right; which rows there are belongs to one version of the table. The next version is mostly
 * the same: it is made of the parts of this one, without the rows that have gone, and a part with those that came. How it is read is
 * readResident.ts.
 *
 * About 2 kB a row. Texts are left out: people see a few of them, and those come from their blobs. Of a large table only what finds
 * rows is kept, words and vectors, about 0.9 kB a row: the few that are found are read from LanceDB.
 */

import type { ChunkRow } from '../base/types.ts';
import { BestOf } from './bestOf.ts';
import { IDENTITY, KEPT, type ResidentRows } from './residentRows.ts';
import type { Candidate, NamedRows, RowColumn, WordRanking } from './storePort.ts';

/** Rows that were read together, of which some have gone since. */
export interface Part {
  rows: ResidentRows;
  gone: ReadonlySet<number>;
}

type Row<C extends RowColumn> = Pick<ChunkRow, C>;
type Found<C extends RowColumn> = Candidate & Row<C>;

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
  readonly parts: readonly Part[];
  readonly size: number;

  constructor(version: number, parts: readonly Part[]) {
    this.version = version;
    this.parts = parts;
    this.size = parts.reduce((sum, { rows, gone }) => sum + rows.size - gone.size, 0);
  }

  get hasColumns(): boolean {
    return this.parts[0]!.rows.hasColumns;
  }

  /** Whether a column can be read here. */
  holds(column: RowColumn): boolean {
    return column === 'vector' || (this.hasColumns ? KEPT : IDENTITY).includes(column);
  }

  rows<C extends RowColumn>(selection: NamedRows, columns: readonly C[]): Row<C>[] {
    const found: Row<C>[] = [];
    const take = ({ rows, gone }: Part, row: number | undefined): void => {
      if (row !== undefined && !gone.has(row)) found.push(rows.read(row, columns) as Row<C>);
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
    isWanted: (row: Candidate) => boolean,
    limit: number,
    columns: readonly C[],
  ): Found<C>[] {
    const best = new BestOf<Place>(limit);
    for (const part of this.parts)
      part.rows.words.score(ranking, (row, score) => offer(best, part, row, score, isWanted));
    return foundIn(best, columns);
  }

  /** With this table's own statistics, as LanceDB would. */
  searchWords<C extends RowColumn>(terms: Iterable<string>, limit: number, columns: readonly C[]): Found<C>[] {
    const sum = (of: (part: Part) => number): number => this.parts.reduce((total, part) => total + of(part), 0);
    const weights = new Map(
      [...terms].map((term) => {
        const frequency = sum(({ rows, gone }) => rows.words.frequency(term, gone));
        return [term, Math.log(1 + (this.size - frequency + 0.5) / (frequency + 0.5))];
      }),
    );
    const averageWords = sum(({ rows, gone }) => rows.words.countWords(gone)) / Math.max(1, this.size);
    return this.bestByWords({ weights, averageWords }, () => true, limit, columns);
  }

  bestByVector<C extends RowColumn>(
    vector: Float32Array,
    isWanted: (row: Candidate) => boolean,
    limit: number,
    columns: readonly C[],
  ): Found<C>[] {
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
  { rows, gone }: Part,
  row: number,
  score: number,
  isWanted: (row: Candidate) => boolean,
): void {
  if (score < best.floor || gone.has(row) || !isWanted(rows.idOf(row))) return;
  best.offer({ chunkId: rows.idOf(row).chunkId, score, row, rows });
}

function foundIn<C extends RowColumn>(best: BestOf<Place>, columns: readonly C[]): Found<C>[] {
  return best.sorted().map(({ rows, row, score }) => {
    const { chunkId, blobSha, language } = rows.idOf(row);
    return Object.assign(rows.read(row, columns) as Row<C>, { chunkId, blobSha, language, score });
  });
}
