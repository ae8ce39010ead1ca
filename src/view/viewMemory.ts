/**
 * Keeps what a process that stays remembers of the caller's view from one query to the next: the
 * counted view as it was read, rows of uncommitted blobs, and the view itself while nothing has
 * changed. Everything is checked against its key, so a view made with a memory equals one made
 * without.
 */

import type { BlobKey, ChunkRow, SkipReason } from '../base/types.ts';
import type { ViewRecord } from '../store/views.ts';
import { readView, viewStamp } from '../store/views.ts';

/** Rows of one blob that is not in the table, with the size of the blob in bytes. */
export interface NewBlob {
  rows: readonly ChunkRow[];
  bytes: number;
  /** The reason why there are no rows. */
  skipped?: SkipReason;
}

export class ViewMemory<V> {
  #record: { key: string; record: ViewRecord } | null = null;
  #blobs: ReadonlyMap<BlobKey, NewBlob> = new Map();
  #view: { key: string; view: V } | null = null;

  /** readView, but for a file that has not been replaced since. */
  async record(dir: string, id: string): Promise<ViewRecord | null> {
    const key = `${dir}\0${id}\0${await viewStamp(dir, id)}`;
    if (this.#record?.key === key) return this.#record.record;
    const record = await readView(dir, id);
    if (record !== null) this.#record = { key, record };
    return record;
  }

  newBlob(key: BlobKey): NewBlob | undefined {
    return this.#blobs.get(key);
  }

  /** Blobs of which nothing is indexed. */
  rowless(): [BlobKey, SkipReason][] {
    return [...this.#blobs].flatMap(([key, { skipped }]) => (skipped === undefined ? [] : [[key, skipped] as const]));
  }

  /** Those of the present view; others are forgotten. */
  keepBlobs(blobs: ReadonlyMap<BlobKey, NewBlob>): void {
    this.#blobs = blobs;
  }

  /** @param key says everything that a view is made of */
  view(key: string): V | null {
    return this.#view?.key === key ? this.#view.view : null;
  }

  keepView(key: string, view: V): void {
    this.#view = { key, view };
  }
}
