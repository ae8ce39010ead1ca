/**
 * Which repositories a server answers for, found anew for each call: the directories that it was started with, else the roots
 * that the client offers, else the directory that it was started in. A call may also name a linked worktree of one of them.
 */

import { existsSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CoraError, isCoraError } from '../base/errors.ts';
import type { ManyResult } from '../base/searchTypes.ts';
import { originOf } from '../git/originOf.ts';
import { searchMany } from '../search/searchMany.ts';
import type { SearchRequest } from '../search/searchRequest.ts';
import type { LiveSession } from '../session/liveSession.ts';
import { OpenSessions } from '../session/openSessions.ts';
import { SessionMember } from '../session/sessionMember.ts';
import type { Options } from '../settings/options.ts';
import { openWorkspaceFor, type Surroundings } from '../view/surroundings.ts';
import { repositoryName } from './repositoryName.ts';

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
  options: Options;
  surroundings: Surroundings;
  session: LiveSession;
}

export interface PlacesRequest {
  /** Named when the server was started; none for the client's roots or the working directory. */
  dirs: readonly string[];
  /** Repositories of a fleet, in the place of all directories. */
  fleet?: ServedFleet;
  surroundings: Surroundings;
  /** Settings that count in a directory. */
  settle(dir: string): Options;
}

export interface ServedFleet {
  /** As they are now. */
  list(): Promise<readonly { name: string; dir: string }[]>;
  /** @param names of `list` */
  search(names: readonly string[], request: SearchRequest, signal: AbortSignal): Promise<ManyResult>;
}

/** Repositories that are searched together. */
export interface Several {
  names: string[];
  options: Options;
  search(request: SearchRequest, signal: AbortSignal): Promise<ManyResult>;
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
      const options = this.#request.settle(surroundings.dir);
      return { names, options, search: (request, signal) => fleet.search(names, request, signal) };
    }
    const places = await this.all(rootsOf);
    const found = isAll ? places : matching(places, wanted);
    const [first] = found;
    if (first === undefined || found.length < 2) return null;
    const names = found.map(({ name }) => name);
    return { names, options: first.options, search: (request, signal) => searchIn(found, request, signal) };
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
    const { settle, surroundings } = this.#request;
    const options = settle(dir);
    const { top, commonDir, origin } = await this.#topOf(dir, options);
    const here = { ...surroundings, dir: top };
    const session = this.#sessions.at({ options, surroundings: here });
    return { name: top, origin, dir: top, commonDir, options, surroundings: here, session };
  }

  async #topOf(dir: string, options: Options): Promise<Top> {
    const known = this.#tops.get(dir);
    if (known !== undefined && existsSync(join(known.top, known.marker))) return known;
    const { repository } = await openWorkspaceFor(options, { ...this.#request.surroundings, dir });
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

async function searchIn(places: readonly Place[], request: SearchRequest, signal: AbortSignal): Promise<ManyResult> {
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
