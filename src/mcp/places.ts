/**
 * Which repositories a server answers for, found anew for each call: those of a fleet, else the directories that it was started with,
 * else the roots that the client offers, else the directory that it was started in. A call may also name a linked worktree of one.
 */

import { existsSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CoraError, isCoraError } from '../base/errors.ts';
import type { SearchResult } from '../base/searchTypes.ts';
import { listRepositories, matchingRepositories } from '../fleet/manageFleet.ts';
import { openFleetSearcher } from '../fleet/searchFleet.ts';
import { originOf } from '../git/gitConfiguration.ts';
import { searchMany } from '../search/search.ts';
import type { SearchRequest } from '../search/searchRequest.ts';
import { OpenSessions, SessionMember } from '../session/openSessions.ts';
import type { Session } from '../session/session.ts';
import type { CommandContext } from '../settings/commandContext.ts';
import { fleetOf } from '../settings/commandContext.ts';
import type { PlaceSettings, Surroundings } from '../settings/requests.ts';
import { openWorkspaceFor } from '../view/surroundings.ts';

/** One worktree that is served. */
export interface Place {
  /** As a call names it: by its origin, else the name of its directory, else the whole directory. */
  name: string;
  /** `github.com/org/repo`, '' where it has no origin. */
  origin: string;
  /** The top of its working tree, of a bare repository the Git directory. Absolute. */
  dir: string;
  /** All linked worktrees of a repository share it. */
  commonDir: string;
  /** Settings that count there. */
  settings: PlaceSettings;
  surroundings: Surroundings;
  session: Session;
}

interface PlacesRequest {
  /** Named when the server was started; none for the client's roots or the working directory. */
  dirs: readonly string[];
  /** Repositories of a fleet, in the place of all directories. */
  fleet?: ServedFleet;
  surroundings: Surroundings;
  /** Settings that count in a directory. */
  settingsOf(dir: string): PlaceSettings;
}

interface ServedFleet {
  /** As they are now. */
  list(): Promise<readonly { name: string; dir: string }[]>;
  /** @param names of `list` */
  search(names: readonly string[], request: SearchRequest, signal: AbortSignal): Promise<SearchResult>;
}

/** Repositories that are searched together. */
export interface Several {
  names: string[];
  settings: PlaceSettings;
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchResult>;
}

/** The worktree around a directory. */
interface Top {
  top: string;
  commonDir: string;
  origin: string;
  /** What lies in its top as long as it is one. */
  marker: string;
}

/** What a client says of its workspace: `file://` addresses, none where it says nothing. */
export type RootsOf = () => Promise<readonly string[]>;

export class Places {
  readonly #request: PlacesRequest;
  readonly #sessions = new OpenSessions();
  readonly #tops = new Map<string, Top>();

  constructor(request: PlacesRequest) {
    this.#request = request;
  }

  /** @throws CoraError NOT_A_REPOSITORY where nothing can be served */
  async all(rootsOf: RootsOf): Promise<Place[]> {
    const { dirs, fleet, surroundings } = this.#request;
    if (fleet !== undefined) {
      const listed = await fleet.list();
      const places = await this.#openAll(
        listed.map(({ dir }) => dir),
        true,
      );
      return places.map((place) => ({
        ...place,
        name: listed.find(({ dir }) => dir === place.dir)?.name ?? place.name,
      }));
    }
    if (dirs.length > 0) return this.#openAll(dirs);
    const roots = directoriesOf(await rootsOf());
    const offered = roots.length === 0 ? [] : await this.#openAll(roots, true);
    return offered.length > 0 ? offered : this.#openAll([surroundings.dir]);
  }

  /**
   * @param wanted a part of names; none, or `*`, for all
   * @returns null where a call means one repository, or none that is served
   */
  async several(wanted: string | undefined, rootsOf: RootsOf): Promise<Several | null> {
    const { fleet, surroundings } = this.#request;
    const isAll = wanted === undefined || wanted === '' || wanted === '*';
    if (fleet !== undefined) {
      const listed = await fleet.list();
      const found = isAll ? listed : matching(listed, wanted);
      if (found.length < 2) return null;
      const names = found.map(({ name }) => name);
      const settings = this.#request.settingsOf(surroundings.dir);
      return { names, settings, search: (request, signal) => fleet.search(names, request, signal) };
    }
    const places = await this.all(rootsOf);
    const found = isAll ? places : matching(places, wanted);
    const [first] = found;
    if (first === undefined || found.length < 2) return null;
    const names = found.map(({ name }) => name);
    return { names, settings: first.settings, search: (request, signal) => searchIn(found, request, signal) };
  }

  /**
   * @param wanted a name or a part of it, or the directory of a worktree; undefined where there is but one
   * @throws CoraError USAGE that names what there is
   */
  async pick(wanted: string | undefined, rootsOf: RootsOf): Promise<Place> {
    const places = await this.all(rootsOf);
    const [first] = places;
    if (first === undefined) {
      throw new CoraError('USAGE', 'No repository is served here.', {
        hint: 'A person can name a directory (cora mcp DIR), or add and fetch one: cora repos add URL, then: cora sync',
      });
    }
    if (wanted === undefined || wanted === '') {
      if (places.length === 1) return first;
      throw new CoraError('USAGE', 'Several repositories are served here.', { hint: choiceOf(places) });
    }
    const known = matching(places, wanted);
    if (known.length === 1) return known[0]!;
    if (known.length > 1) throw new CoraError('USAGE', `"${wanted}" fits several.`, { hint: choiceOf(known) });
    const linked = isAbsolute(wanted) ? await this.#linkedWorktree(wanted, places) : null;
    if (linked !== null) return linked;
    throw new CoraError('USAGE', `No repository "${wanted}" is served here.`, { hint: choiceOf(places) });
  }

  close(): void {
    this.#sessions.close();
  }

  async #openAll(dirs: readonly string[], isOffered = false): Promise<Place[]> {
    const places = new Map<string, Place>();
    for (const dir of dirs) {
      const place = await this.#at(dir).catch((error: unknown) => {
        // A client may have a folder open that is no repository.
        if (isOffered && isCoraError(error) && error.code === 'NOT_A_REPOSITORY') return null;
        throw error;
      });
      if (place !== null) places.set(place.dir, place);
    }
    return named([...places.values()]);
  }

  /** The settings of a directory may have changed since the last call. */
  async #at(dir: string): Promise<Place> {
    const { settingsOf, surroundings } = this.#request;
    const settings = settingsOf(dir);
    const { top, commonDir, origin } = await this.#topOf(dir, settings);
    const here = { ...surroundings, dir: top };
    const session = this.#sessions.at({ settings, surroundings: here });
    return { name: top, origin, dir: top, commonDir, settings, surroundings: here, session };
  }

  async #topOf(dir: string, settings: PlaceSettings): Promise<Top> {
    const known = this.#tops.get(dir);
    if (known !== undefined && existsSync(join(known.top, known.marker))) return known;
    const { repository } = await openWorkspaceFor(settings, { ...this.#request.surroundings, dir });
    const top = repository.worktree ?? repository.gitDir;
    const origin = repositoryName(await originOf(repository));
    const marker = repository.worktree === null ? 'HEAD' : '.git';
    const found = { top, commonDir: repository.commonDir, origin, marker };
    this.#tops.set(dir, found);
    return found;
  }

  /** Agents work in worktrees that they make as they go. */
  async #linkedWorktree(dir: string, places: readonly Place[]): Promise<Place | null> {
    try {
      const place = await this.#at(dir);
      return places.some(({ commonDir }) => commonDir === place.commonDir) ? { ...place, name: place.dir } : null;
    } catch (error) {
      if (isCoraError(error)) return null;
      throw error;
    }
  }
}

async function searchIn(places: readonly Place[], request: SearchRequest, signal: AbortSignal): Promise<SearchResult> {
  const members = places.map(({ name, session }) => new SessionMember(name, session));
  try {
    return await searchMany(members, request, signal);
  } finally {
    for (const member of members) member.close();
  }
}

function directoriesOf(roots: readonly string[]): string[] {
  return roots.flatMap((root) => {
    if (!root.startsWith('file:')) return [];
    try {
      return [fileURLToPath(root)];
    } catch {
      // A file on another host.
      return [];
    }
  });
}

function matching<T extends { name: string; origin?: string; dir: string }>(places: readonly T[], wanted: string): T[] {
  const exact = places.filter((place) => place.name === wanted || namesOf(place).includes(wanted));
  if (exact.length > 0) return exact;
  const part = wanted.toLowerCase();
  return places.filter(({ name }) => name.toLowerCase().includes(part));
}

function namesOf({ origin = '', dir }: { origin?: string; dir: string }): string[] {
  return [origin, basename(dir), dir].filter((name) => name !== '');
}

/** The shortest way to say it that means no other. */
function named(places: readonly Place[]): Place[] {
  return places.map((place) => {
    const others = places.filter((other) => other !== place).flatMap(namesOf);
    return { ...place, name: namesOf(place).find((name) => !others.includes(name)) ?? place.dir };
  });
}

function choiceOf(places: readonly Place[]): string {
  return `Say which with "repository": ${places.map(({ name }) => name).join(', ')}`;
}

// A repository's address as people say it. Pure.

/**
 *     https://github.com/org/repo.git → github.com/org/repo
 *     git@github.com:org/repo.git     → github.com/org/repo
 * @returns '' for none, and for a place on this machine, which says nothing to others
 */
export function repositoryName(origin: string): string {
  const [, host, path] =
    /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?([^/]+)\/(.+)$/i.exec(origin) ??
    /^(?:[^@/\s]+@)?([^/:\s]{2,}):(?!\/\/)(.+)$/.exec(origin) ??
    [];
  if (host === undefined || path === undefined || /^file:/i.test(origin)) return '';
  return `${host}/${path
    .replace(/^\/+/, '')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.git$/, '')}`;
}

// `cora mcp --repo NAME`: the repositories of a fleet in the place of directories.

interface FleetService {
  request: Pick<PlacesRequest, 'fleet' | 'settingsOf'>;
  close(): void;
}

/** @returns null where no repository of the fleet is asked for. @throws CoraError USAGE for directories beside it */
export function serveFleet(context: CommandContext): FleetService | null {
  const { words, options } = context;
  const wanted = options.repo;
  if (wanted.length === 0) return null;
  if (words.length > 0) throw new CoraError('USAGE', 'Name directories, or repositories with --repo, not both.');
  const fleet = fleetOf(context);
  const searcher = openFleetSearcher(fleet);
  const clones = new Set<string>();
  const list = async () => {
    const found = matchingRepositories(await listRepositories(fleet), wanted);
    for (const { kind, dir } of found) if (kind === 'clone') clones.add(dir);
    return found;
  };
  return {
    request: {
      settingsOf: (dir) => fleet.settingsOf({ kind: clones.has(dir) ? 'clone' : 'place', dir }),
      fleet: {
        list,
        search: async (names, request, signal) => {
          const chosen = (await list()).filter(({ name }) => names.includes(name));
          return searcher.searchIn(chosen, request, signal);
        },
      },
    },
    close: () => searcher.close(),
  };
}
