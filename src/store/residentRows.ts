/**
 * Rows of a table in memory that were read together. Columns stay as the bytes that LanceDB sent and are decoded for the rows that are
 * asked for. Which of them the table still holds, and what came since, is residentTable.ts.
 */

import { rowKeyOf } from '../base/identity.ts';
import type { BlobKey } from '../base/types.ts';
import type { ByteVectors } from './byteVectors.ts';
import { ROW_COLUMNS } from './schema.ts';
import type { Candidate, RowColumn } from './storePort.ts';
import type { WordIndex } from './wordIndex.ts';

const LEFT_OUT: ReadonlySet<RowColumn> = new Set([
  ...(['text', 'doc', 'contentHash', 'nodeType', 'redacted', 'frame', 'parentChunk', 'vector'] as const),
]);
export const KEPT = ROW_COLUMNS.filter((column) => !LEFT_OUT.has(column));
/** What every row needs, whatever else is kept. */
export const IDENTITY: readonly RowColumn[] = ['chunkId', 'blobSha', 'language'];

export type CellReader = (place: number) => unknown;

export interface ResidentCells {
  /** By row: what tells it from others. */
  ids: readonly Candidate[];
  /** By row: what LanceDB calls it. It stays until a writer moves the row, and no other row ever has it. */
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
      const key = rowKeyOf({ blobSha, language });
      const rows = this.#byBlob.get(key);
      if (rows === undefined) this.#byBlob.set(key, [row]);
      else rows.push(row);
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
