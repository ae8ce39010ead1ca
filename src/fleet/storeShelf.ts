/** A few open tables of many: those that were used last. */

import { openStore } from '../store/openStore.ts';
import { indexStamp, tableStamp } from '../store/openTable.ts';
import type { ChunkStore } from '../store/storePort.ts';
import type { RowCache } from '../view/searchedView.ts';

/** Each holds file handles and buffers; what a search needs at once is four. */
const MOST_OPEN = 8;

interface Opened {
  dir: string;
  stamp: string;
  store: Promise<ChunkStore>;
  rows: RowCache;
  users: number;
  isRetired: boolean;
}

export class StoreShelf {
  /** Least recently used first. */
  readonly #open = new Map<string, Opened>();

  /** @throws CoraError NO_INDEX, … */
  async use<T>(dir: string, dimensions: number, run: (store: ChunkStore, rows: RowCache) => Promise<T>): Promise<T> {
    const one = await this.#take(dir, dimensions);
    try {
      return await run(await one.store, one.rows);
    } finally {
      one.users -= 1;
      if (one.isRetired) this.#closeUnused(one);
    }
  }

  close(): void {
    for (const one of [...this.#open.values()]) this.#retire(one);
  }

  /** With one user more: whoever comes next must not close it. */
  async #take(dir: string, dimensions: number): Promise<Opened> {
    const stamp = `${await tableStamp(dir)} ${await indexStamp(dir)}`;
    const known = this.#open.get(dir);
    if (known !== undefined && known.stamp !== stamp) this.#retire(known);
    const one = this.#open.get(dir) ?? {
      dir,
      stamp,
      store: openStore(dir, dimensions, 'read'),
      rows: new Map(),
      users: 0,
      isRetired: false,
    };
    one.store.catch(() => {
      // What could not be opened is opened anew the next time.
      if (this.#open.get(dir) === one) this.#open.delete(dir);
    });
    one.users += 1;
    this.#open.delete(dir);
    this.#open.set(dir, one);
    for (const other of [...this.#open.values()]) {
      if (this.#open.size <= MOST_OPEN) break;
      if (other !== one && other.users === 0) this.#retire(other);
    }
    return one;
  }

  #retire(one: Opened): void {
    this.#open.delete(one.dir);
    one.isRetired = true;
    this.#closeUnused(one);
  }

  #closeUnused({ users, store }: Opened): void {
    if (users === 0) store.then((opened) => opened.close()).catch(() => undefined);
  }
}
