/**
 * The rows of a store without its table. A run of a few new files keeps their rows in the search
 * file alone, where they wait for a larger run as those of a pull do: LanceDB, which takes longer
 * than all else that such a run does, is neither loaded nor written to.
 */

import { rowKeyOf } from '../base/identity.ts';
import { addTo } from '../base/lists.ts';
import type { BlobKey, ChunkRow } from '../base/types.ts';
import { ifDamaged, isWhole, type RowSource } from '../engine/joinSegments.ts';
import type { BlobRows, RowColumn, RowOf } from '../engine/rowReader.ts';
import { openSearchFile, openSegment, readSegmentList } from '../engine/searchFile.ts';
import { NAMES, SECTIONS } from '../engine/segmentFile.ts';
import type { SegmentRows } from '../engine/segmentRows.ts';
import { untouchedVersion } from './fileSums.ts';
import { CHUNKS, tableDirectory } from './location.ts';

/** With more of them the next run puts them into the table, which takes it a second. */
const MOST_WAITING = 5000;

export class WaitingRows implements RowSource {
  readonly dimensions: number;
  readonly #version: number;
  readonly #rows: SegmentRows;
  readonly #added = new Map<BlobKey, ChunkRow[]>();

  private constructor(rows: SegmentRows, version: number, dimensions: number) {
    this.#rows = rows;
    this.#version = version;
    this.dimensions = dimensions;
  }

  /**
   * To be used under the write lock.
   * @param looksAtAll every byte is compared with its checksum; else names and what waits, of which
   * nothing else has the rows
   * @returns null where the search file does not surely hold the rows of the table, or where so
   * many wait that the table is to take them
   */
  static async open(dir: string, dimensions: number, looksAtAll: boolean): Promise<WaitingRows | null> {
    const version = await untouchedVersion(tableDirectory(dir, CHUNKS));
    const list = version === null ? null : await readSegmentList(dir);
    if (version === null || list?.version !== version || list.dimensions !== dimensions) return null;
    const pending = list.segments.filter((one) => one.isPending === true);
    if (pending.reduce((sum, { rows }) => sum + rows, 0) > MOST_WAITING) return null;
    for (const listed of list.segments) {
      const segment = await openSegment(dir, listed, dimensions).catch(ifDamaged);
      const checked = looksAtAll || pending.includes(listed) ? SECTIONS : NAMES;
      const isSound = segment !== null && (await isWhole(segment, checked));
      segment?.close();
      if (!isSound) return null;
    }
    return new WaitingRows(await openSearchFile(dir, dimensions), version, dimensions);
  }

  /** The table's, which nobody writes to. */
  async version(): Promise<number> {
    return this.#version;
  }

  scan<C extends RowColumn>(columns: readonly C[]): AsyncGenerator<RowOf<C>[]> {
    return this.#rows.scan(columns);
  }

  blobKeys(): Promise<Map<BlobKey, number>> {
    return this.#rows.blobKeys();
  }

  /**
   * Returns vectors by content hash, of those that are there.
   * @param among blobs that have them: to look at all rows takes longer than to embed a few
   */
  async vectorsOf(contentHashes: readonly string[], among: readonly BlobKey[]): Promise<Map<string, Float32Array>> {
    const wanted = new Set(contentHashes);
    const rows = await this.#rows.rows({ blobs: among }, ['contentHash', 'vector']);
    return new Map(rows.flatMap((row) => (wanted.has(row.contentHash) ? [[row.contentHash, row.vector]] : [])));
  }

  /** Holds rows of this run until the search file has them. */
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
