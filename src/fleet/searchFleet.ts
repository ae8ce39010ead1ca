/**
 * The repositories of a fleet give one answer. A clone is read without starting git until its text
 * is shown; a directory used in place is a live session, with its uncommitted edits. Out of
 * hundreds of tables a few are open at once.
 */

import { memoized, Shelf } from '../base/concurrency.ts';
import { CoraError, whenRefused } from '../base/errors.ts';
import type { SearchResult } from '../base/searchTypes.ts';
import type { Embedder } from '../base/types.ts';
import type { SearchReader } from '../engine/rowReader.ts';
import { openSearchFile, searchStamp } from '../engine/searchFile.ts';
import { openBlobReader } from '../git/openBlobReader.ts';
import { callerFiles } from '../search/callerFiles.ts';
import { findReferencesMany, type ManyReferences } from '../search/findReferencesMany.ts';
import type { SearchContext, SearchMember } from '../search/members.ts';
import type { PathVectors } from '../search/retrieve.ts';
import { searchMany } from '../search/search.ts';
import type { SearchRequest } from '../search/searchRequest.ts';
import { SessionMember } from '../session/openSessions.ts';
import { modelsFor, openSession, type Session } from '../session/session.ts';
import { createProseSource, type ProseSource } from '../store/sideTables.ts';
import { currentView, readView, viewStamp } from '../store/views.ts';
import type { CallerView } from '../view/callerView.ts';
import type { RowCache } from '../view/searchedView.ts';
import { viewOfRecord } from '../view/viewFiles.ts';
import { embedderFor, openWorkspaceFor } from '../view/workspace.ts';
import type { Fleet, FleetRepository } from './fleet.ts';
import { indexDirOf, memberPlace } from './indexMember.ts';
import { listRepositories, matchingRepositories, unknownRepository } from './manageFleet.ts';

/** Repositories, or parts of their names, `*` for all. */
type Wanted = readonly (string | FleetRepository)[];

interface FleetSearcher {
  /** @throws CoraError USAGE where no repository is called so, NO_INDEX, ABORTED */
  search(wanted: Wanted, request: SearchRequest, signal?: AbortSignal): Promise<SearchResult>;
  /** Finds who mentions a name: see findReferencesMany. @throws CoraError as of search */
  references(wanted: Wanted, name: string, signal?: AbortSignal): Promise<ManyReferences>;
  close(): void;
}

/** Opens a searcher for one question or many. It reads the manifest for each. */
export function openFleetSearcher(fleet: Fleet): FleetSearcher {
  const members = openMembers(fleet);
  const choose = async (wanted: Wanted): Promise<FleetRepository[]> => {
    const given = wanted.filter((one) => typeof one !== 'string');
    if (given.length > 0) return given;
    const names = wanted.filter((one) => typeof one === 'string');
    const all = await listRepositories(fleet);
    const chosen = matchingRepositories(all, names);
    if (chosen.length === 0) throw unknownRepository(all, names.join('", "'));
    return chosen;
  };
  return {
    search: async (wanted, request, signal) => {
      const chosen = await choose(wanted);
      return withSyncErrors(await searchMany(members.of(chosen), request, signal), chosen);
    },
    references: async (wanted, name, signal) => findReferencesMany(members.of(await choose(wanted)), name, signal),
    close: () => members.close(),
  };
}

/** Adds to the answer why a repository that could not be synced may be old. */
export function withSyncErrors(
  result: SearchResult,
  chosen: readonly Pick<FleetRepository, 'name' | 'error'>[],
): SearchResult {
  const errors = new Map(chosen.flatMap(({ name, error }) => (error === null ? [] : [[name, error] as const])));
  const repositories = (result.repositories ?? []).map((one) => {
    const error = one.error ?? errors.get(one.name);
    return error === undefined ? one : { ...one, error };
  });
  return { ...result, repositories };
}

interface OpenMembers {
  /** Returns the members, anew for each search: repositories come and go. */
  of(repositories: readonly FleetRepository[]): SearchMember[];
  close(): void;
}

export function openMembers(fleet: Fleet): OpenMembers {
  const { settings, surroundings } = fleet;
  const models = memoized(() => modelsFor(settings, surroundings, () => embedderFor(settings, surroundings)));
  const shelf = new Shelf<OpenStore>(
    MOST_OPEN,
    ({ store }) => void store.then((opened) => opened.close()).catch(() => undefined),
  );
  const views = new Map<string, KnownView>();
  const places = new Map<string, OpenPlace>();
  const paths: PathVectors = new Map();

  const cloneMember = (member: FleetRepository): SearchMember => ({
    name: member.name,
    models,
    view: async () => {
      const { embedder } = await models();
      const dir = indexDirOf(member.dir, embedder);
      const known = await readCloneView(dir, member, views.get(dir) ?? null, embedder);
      views.set(dir, known);
      return viewAsOf(known.view, member);
    },
    use: async (texts, run) => {
      const own = await models();
      const { dimensions } = own.embedder;
      const dir = indexDirOf(member.dir, own.embedder);
      return withStore(shelf, dir, dimensions, async ({ store, rows, prose }) => {
        // A clone is one commit deep.
        const context = { ...own, store, prose, history: async () => null, rows, paths };
        return texts ? withCaller(fleet, member, context, run) : run({ ...context, caller: null });
      });
    },
  });
  const placeMember = (member: FleetRepository): SearchMember => {
    // Its name and its own settings may have changed since.
    const { settings: own, surroundings: here } = memberPlace(fleet, member);
    const key = `${member.name}\0${JSON.stringify(own)}`;
    const known = places.get(member.dir);
    if (known?.key === key) return known.member;
    if (known !== undefined) closePlace(known);
    const session = openSession(own, here);
    const made = { key, session, member: new SessionMember(member.name, session) };
    places.set(member.dir, made);
    return made.member;
  };
  const memberOf = (one: FleetRepository): SearchMember => {
    if (one.kind === 'clone') return cloneMember(one);
    try {
      return placeMember(one);
    } catch (error) {
      // A folder's own settings may be wrong: the others still answer.
      return whenRefused((refusal) => refusingMember(one.name, refusal))(error);
    }
  };
  return {
    of: (repositories) => repositories.map(memberOf),
    close: () => {
      shelf.close();
      for (const place of places.values()) closePlace(place);
    },
  };
}

function refusingMember(name: string, refusal: CoraError): SearchMember {
  const refuse = (): Promise<never> => Promise.reject(refusal);
  return { name, models: refuse, view: refuse, use: refuse };
}

/** A directory that is used in place. */
interface OpenPlace {
  /** Its name and its settings. */
  key: string;
  session: Session;
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
  const stamp = id === null ? '' : `${id} ${viewStamp(dir, id)}`;
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
  const { settings, surroundings } = memberPlace(fleet, member);
  const workspace = await openWorkspaceFor(settings, surroundings);
  const blobs = openBlobReader(workspace.repository);
  try {
    return await run({ ...context, caller: callerFiles({ workspace, blobs }) });
  } finally {
    blobs.close();
  }
}

/**
 * The most tables that are open: each holds file handles and buffers, and a search needs four at
 * once.
 */
const MOST_OPEN = 8;

/** The rows of a clone's index, as they were when `stamp` was taken. */
interface OpenStore {
  stamp: string;
  store: Promise<SearchReader>;
  rows: RowCache;
  prose: ProseSource;
}

/** @throws CoraError NO_INDEX, … */
async function withStore<T>(
  shelf: Shelf<OpenStore>,
  dir: string,
  dimensions: number,
  run: (opened: Omit<OpenStore, 'stamp'>) => Promise<T>,
): Promise<T> {
  const stamp = searchStamp(dir);
  if (shelf.get(dir)?.stamp !== stamp) shelf.drop(dir);
  const { value, leave } = shelf.take(dir, () => {
    return {
      stamp,
      store: openSearchFile(dir, dimensions),
      rows: new Map(),
      prose: createProseSource(dir, dimensions),
    };
  });
  try {
    await value.store;
    return await run(value);
  } catch (error) {
    // A store that could not be opened is tried again the next time.
    await value.store.catch(() => shelf.get(dir) === value && shelf.drop(dir));
    throw error;
  } finally {
    leave();
  }
}
