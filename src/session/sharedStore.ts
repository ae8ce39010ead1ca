/** What the questions of a session that stays share as long as the table is the same. */

import { type BlobReader, openBlobReader } from '../git/openBlobReader.ts';
import type { PathVectors } from '../search/addPaths.ts';
import type { ProseSource } from '../search/proseSource.ts';
import type { ChunkStore } from '../store/storePort.ts';
import type { CallerView } from '../view/callerView.ts';
import type { RowCache } from '../view/searchedView.ts';
import { ViewMemory } from '../view/viewMemory.ts';
import type { Workspace } from '../view/workspace.ts';

export interface SharedParts extends Pick<Workspace, 'repository'> {
  key: string;
  indexes: string;
  store: Promise<ChunkStore>;
  prose: ProseSource;
  /** Of the same key, with other indexes: what is known of its views is taken over. */
  before: SharedStore | null;
}

/** One table and the git process beside it, with what is remembered of both. Closed when the last answer from it was given. */
export class SharedStore {
  readonly key: string;
  /** See indexStamp. */
  readonly indexes: string;
  readonly store: Promise<ChunkStore>;
  readonly prose: ProseSource;
  readonly blobs: BlobReader;
  readonly memory: ViewMemory<CallerView>;
  readonly lookUps: LookUps;
  #view: CallerView | null = null;
  #rows: RowCache = new Map();
  readonly #paths: PathVectors = new Map();
  #users = 0;
  #isRetired = false;

  constructor({ key, indexes, repository, store, prose, before }: SharedParts) {
    this.key = key;
    this.indexes = indexes;
    this.store = store;
    this.prose = prose;
    const known = before?.key === key ? before : null;
    this.memory = known?.memory ?? new ViewMemory<CallerView>();
    this.lookUps = new LookUps(known?.lookUps);
    this.blobs = openBlobReader(repository);
    this.blobs.start();
  }

  /** Which blobs have rows is remembered for one view. */
  cachesOf(view: CallerView): { rows: RowCache; paths: PathVectors } {
    if (this.#view !== view) this.#rows = new Map();
    this.#view = view;
    return { rows: this.#rows, paths: this.#paths };
  }

  /** @returns to be called once when its user needs it no more */
  use(): () => void {
    this.#users += 1;
    let isUsed = true;
    return () => {
      if (!isUsed) return;
      isUsed = false;
      this.#users -= 1;
      if (this.#isRetired) this.#close();
    };
  }

  retire(): void {
    this.#isRetired = true;
    this.#close();
  }

  #close(): void {
    if (this.#users > 0) return;
    this.blobs.close();
    this.store.then((store) => store.close()).catch(() => undefined);
  }
}

/** A process that is asked again will be asked more: from then on the table is kept in memory. */
class LookUps {
  #count: number;

  /** After the same table with other indexes, the next look-up is the second. */
  constructor(before: LookUps | undefined) {
    this.#count = before === undefined ? 0 : Math.min(before.#count, 1);
  }

  /** @returns whether it is so now */
  began(store: Promise<ChunkStore>): boolean {
    this.#count += 1;
    if (this.#count === 2) store.then((opened) => opened.keepInMemory()).catch(() => undefined);
    return this.#count >= 2;
  }
}
