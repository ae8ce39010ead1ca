/**
 * Holds the parts that the questions of a session share: the workspace as long as HEAD stays, and
 * the open rows with everything known about them.
 */

import { Users } from '../base/concurrency.ts';
import type { Embedder } from '../base/types.ts';
import { openSearchFile, searchStamp } from '../engine/searchFile.ts';
import type { SegmentRows } from '../engine/segmentRows.ts';
import { type BlobReader, openBlobReader } from '../git/openBlobReader.ts';
import { headStamp } from '../git/readWorkingFile.ts';
import type { LaunchGit } from '../git/repository.ts';
import type { PathVectors } from '../search/retrieve.ts';
import type { SessionSettings, Surroundings } from '../settings/requests.ts';
import { createProseSource, type ProseSource } from '../store/sideTables.ts';
import type { CallerView } from '../view/callerView.ts';
import { ViewMemory } from '../view/moveView.ts';
import type { RowCache } from '../view/searchedView.ts';
import { openWorkspaceFor, type Workspace } from '../view/workspace.ts';

/** Asks Git for HEAD only when the files that hold it have changed. */
export function createWorkspaceNow(
  settings: SessionSettings,
  surroundings: Surroundings,
  launch: LaunchGit,
): () => Promise<Workspace> {
  let last: { workspace: Workspace; stamp: string | null } | null = null;
  return async () => {
    const before = last;
    // The stamp is taken before Git is asked: if HEAD moves meanwhile, the next stamp differs.
    const stamp = before === null ? null : headStamp(before.workspace.repository);
    if (before !== null && stamp !== null && stamp === before.stamp)
      return openWorkspaceFor(settings, surroundings, before.workspace.repository);
    const found = await openWorkspaceFor(settings, surroundings);
    const workspace = { ...found, repository: { ...found.repository, launch } };
    const isSame = before !== null && workspace.repository.gitDir === before.workspace.repository.gitDir;
    last = { workspace, stamp: isSame ? stamp : null };
    return workspace;
  };
}

/** Stamps that show if a store, its repository and its rows are unchanged. */
interface StoreStamps {
  key: string;
  /** See searchStamp. */
  rows: string;
}

export function storeStamps(dir: string, { repository }: Workspace): StoreStamps {
  const key = [dir, repository.gitDir, repository.worktree].join('\0');
  return { key, rows: searchStamp(dir) };
}

/**
 * An open search file and its git process, with what is remembered about both. It is closed after
 * the last answer that uses it.
 */
export class SharedStore {
  readonly store: Promise<SegmentRows>;
  readonly prose: ProseSource;
  readonly blobs: BlobReader;
  readonly memory: ViewMemory<CallerView>;
  readonly users: Users;
  readonly #stamps: StoreStamps;
  readonly #paths: PathVectors = new Map();
  #view: CallerView | null = null;
  #rows: RowCache = new Map();
  #lookUps: number;

  /**
   * @param before the search file that was open before; what is known of its views, and its
   * unchanged segments, are taken over
   */
  constructor(
    stamps: StoreStamps,
    dir: string,
    { repository }: Workspace,
    { dimensions }: Embedder,
    before: SharedStore | null,
  ) {
    const known = before !== null && before.#stamps.key === stamps.key ? before : null;
    this.#stamps = stamps;
    const store = openNext(dir, dimensions, before?.store);
    const blobs = openBlobReader(repository);
    this.store = store;
    this.blobs = blobs;
    this.prose = createProseSource(dir, dimensions);
    this.memory = known?.memory ?? new ViewMemory<CallerView>();
    // For the same store with other rows, the next look-up counts as the second one.
    this.#lookUps = known === null ? 0 : Math.min(known.#lookUps, 1);
    this.users = new Users(() => {
      blobs.close();
      store.then((opened) => opened.close()).catch(() => undefined);
    });
  }

  isAt({ key, rows }: StoreStamps): boolean {
    return this.#stamps.key === key && this.#stamps.rows === rows;
  }

  /**
   * Returns the caches of a view. Only for the last view it is remembered which blobs have rows.
   */
  cachesOf(view: CallerView): { rows: RowCache; paths: PathVectors } {
    if (this.#view !== view) this.#rows = new Map();
    this.#view = view;
    return { rows: this.#rows, paths: this.#paths };
  }

  /**
   * Call it when a look-up begins. A process that is asked twice will be asked more, so from the
   * second look-up on everything that is read is kept in memory.
   * @returns true from the second look-up on
   */
  beginLookUp(): boolean {
    this.#lookUps += 1;
    if (this.#lookUps === 2) this.store.then((store) => store.keepInMemory()).catch(() => undefined);
    return this.#lookUps >= 2;
  }
}

/** @param before it may be closed meanwhile; its segments are held until they are taken over */
async function openNext(dir: string, dimensions: number, before?: Promise<SegmentRows>): Promise<SegmentRows> {
  const held = await (before?.then((rows) => rows.hold()).catch(() => null) ?? null);
  try {
    return await openSearchFile(dir, dimensions, held);
  } finally {
    held?.close();
  }
}
