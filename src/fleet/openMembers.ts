/**
 * The repositories of a fleet as searchMany wants them. A clone is read without starting git until its text is shown; a directory
 * that is used in place is a live session, with its uncommitted edits. Of hundreds of tables a few are open at once.
 */

import { CoraError } from '../errors.ts';
import { openBlobReader } from '../git/openBlobReader.ts';
import { type LiveSession, openLiveSession } from '../liveSession.ts';
import { memoized } from '../parallel.ts';
import { groupByBlob } from '../query/retrieve.ts';
import { ViewStatistics } from '../query/statistics.ts';
import type { PathVectors } from '../search/addPaths.ts';
import type { CallerView, ViewedFile } from '../search/callerView.ts';
import type { SearchContext } from '../search/readTexts.ts';
import type { SearchMember } from '../searchMany.ts';
import { embedderFor, openWorkspaceFor, type Searcher } from '../session.ts';
import { currentView, readView, viewStamp } from '../store/views.ts';
import type { Embedder } from '../types.ts';
import type { Fleet, FleetRepository } from './fleetTypes.ts';
import { indexDirOf } from './indexDirOf.ts';
import { memberSettings } from './indexMember.ts';
import { StoreShelf } from './storeShelf.ts';

export interface OpenMembers {
  /** Anew for each search: repositories come and go. */
  of(repositories: readonly FleetRepository[]): SearchMember[];
  close(): void;
}

/** Opens nothing yet. */
export function openMembers(fleet: Fleet): OpenMembers {
  const { options, surroundings } = fleet;
  const embedder = memoized(() => embedderFor(options, surroundings));
  const shelf = new StoreShelf();
  const views = new Map<string, KnownView>();
  const sessions = new Map<string, PlaceMember>();
  const paths: PathVectors = new Map();

  const cloneMember = (member: FleetRepository): SearchMember => ({
    name: member.name,
    embedder,
    view: async () => {
      const dir = indexDirOf(member.dir, await embedder());
      const known = await readCloneView(dir, member, views.get(dir) ?? null, await embedder());
      views.set(dir, known);
      return viewAsOf(known.view, member);
    },
    use: async (texts, run) => {
      const own = await embedder();
      const dir = indexDirOf(member.dir, own);
      return shelf.use(dir, own.dimensions, async (store, rows) => {
        const context = { store: Promise.resolve(store), prose: null, embedder: own, reranker: null, rows, paths };
        return texts ? withCaller(fleet, member, context, run) : run({ ...context, caller: null });
      });
    },
  });
  const placeMember = (member: FleetRepository): SearchMember => {
    const known = sessions.get(member.dir) ?? new PlaceMember(fleet, member);
    sessions.set(member.dir, known);
    return known;
  };
  return {
    of: (repositories) => repositories.map((one) => (one.kind === 'clone' ? cloneMember(one) : placeMember(one))),
    close: () => {
      shelf.close();
      for (const session of sessions.values()) session.close();
    },
  };
}

interface KnownView {
  stamp: string;
  view: CallerView;
}

/** @throws CoraError NO_INDEX */
async function readCloneView(
  dir: string,
  { lastIndexed, error }: FleetRepository,
  known: KnownView | null,
  embedder: Embedder,
): Promise<KnownView> {
  const id = await currentView(dir);
  const stamp = id === null ? '' : `${id} ${await viewStamp(dir, id)}`;
  if (known !== null && known.stamp === stamp) return known;
  const record = id === null ? null : await readView(dir, id);
  if (record === null) {
    const why =
      lastIndexed !== null ? `not for the embedder ${embedder.id}` : error === null ? 'it was never synced' : error;
    throw new CoraError('NO_INDEX', `Not indexed yet: ${why}`, { hint: 'cora sync' });
  }
  const files = record.files.map((file): ViewedFile => ({ ...file, status: 'committed' }));
  const view: CallerView = {
    files,
    byBlob: groupByBlob(files),
    statistics: new ViewStatistics(record),
    overlay: [],
    freshness: { indexedCommit: record.commit, headCommit: null, commitsBehind: null, dirtyFiles: 0, missingFiles: [] },
    repository: record.repository,
    commit: record.commit,
    isClean: () => false,
  };
  return { stamp, view };
}

/** The manifest knows which commit the last sync saw. */
function viewAsOf(view: CallerView, { lastCommit }: FleetRepository): CallerView {
  const { indexedCommit } = view.freshness;
  const commitsBehind = lastCommit === indexedCommit ? 0 : null;
  return { ...view, freshness: { ...view.freshness, headCommit: lastCommit, commitsBehind } };
}

async function withCaller<T>(
  fleet: Fleet,
  member: FleetRepository,
  context: Omit<SearchContext, 'caller'>,
  run: (context: SearchContext) => Promise<T>,
): Promise<T> {
  const { options, surroundings } = memberSettings(fleet, member);
  const workspace = await openWorkspaceFor(options, surroundings);
  const blobs = openBlobReader(workspace.repository);
  try {
    return await run({ ...context, caller: { workspace, blobs } });
  } finally {
    blobs.close();
  }
}

/** What its view and its rows come from is one look at the directory; the next view is the next look. */
class PlaceMember implements SearchMember {
  readonly name: string;
  readonly embedder: () => Promise<Embedder>;
  readonly #session: LiveSession;
  #searcher: Searcher | null = null;

  constructor(fleet: Fleet, member: FleetRepository) {
    const { options, surroundings } = memberSettings(fleet, member);
    this.name = member.name;
    this.embedder = memoized(() => embedderFor(options, surroundings));
    this.#session = openLiveSession(options, surroundings);
  }

  async view(signal?: AbortSignal): Promise<CallerView> {
    const searcher = await this.#session.now(signal);
    this.#searcher?.close();
    this.#searcher = searcher;
    return (await searcher.parts()).view;
  }

  async use<T>(_: boolean, run: (context: SearchContext) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#searcher === null) await this.view(signal);
    return run((await this.#searcher!.parts()).context);
  }

  close(): void {
    this.#searcher?.close();
    this.#session.close();
  }
}
