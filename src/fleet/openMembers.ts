/**
 * The repositories of a fleet as searchMany wants them. A clone is read without starting git until its text is shown; a directory
 * that is used in place is a live session, with its uncommitted edits. Of hundreds of tables a few are open at once.
 */

import { CoraError } from '../base/errors.ts';
import { memoized } from '../base/parallel.ts';
import type { Embedder } from '../base/types.ts';
import { openBlobReader } from '../git/openBlobReader.ts';
import type { PathVectors } from '../search/addPaths.ts';
import type { SearchContext } from '../search/readTexts.ts';
import type { SearchMember } from '../search/searchMany.ts';
import { type LiveSession, openLiveSession } from '../session/liveSession.ts';
import { SessionMember } from '../session/sessionMember.ts';
import { currentView, readView, viewStamp } from '../store/views.ts';
import type { CallerView } from '../view/callerView.ts';
import { embedderFor, openWorkspaceFor } from '../view/surroundings.ts';
import { viewOfRecord } from '../view/viewOfRecord.ts';
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
  const places = new Map<string, OpenPlace>();
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
    // Its name and its own settings may have changed since.
    const { options: own, surroundings: here } = memberSettings(fleet, member);
    const key = `${member.name}\0${JSON.stringify(own)}`;
    const known = places.get(member.dir);
    if (known?.key === key) return known.member;
    if (known !== undefined) closePlace(known);
    const session = openLiveSession(own, here);
    const made = { key, session, member: new SessionMember(member.name, session) };
    places.set(member.dir, made);
    return made.member;
  };
  return {
    of: (repositories) => repositories.map((one) => (one.kind === 'clone' ? cloneMember(one) : placeMember(one))),
    close: () => {
      shelf.close();
      for (const place of places.values()) closePlace(place);
    },
  };
}

/** A directory that is used in place. */
interface OpenPlace {
  /** Its name and its settings. */
  key: string;
  session: LiveSession;
  member: SessionMember;
}

function closePlace({ session, member }: OpenPlace): void {
  member.close();
  session.close();
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
      lastIndexed !== null
        ? `not for the embedder ${embedder.id} by this version of Cora`
        : error === null
          ? 'it was never synced'
          : error;
    throw new CoraError('NO_INDEX', `Not indexed yet: ${why}`, { hint: 'cora sync' });
  }
  return { stamp, view: viewOfRecord(record) };
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
