/**
 * Places are the repositories of a server as a tool's call names them, found anew for each call. A
 * call may also name a linked worktree of one.
 */

import { existsSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asSentence, CoraError } from '../base/errors.ts';
import { listOf } from '../base/lists.ts';
import { nearest } from '../base/nearest.ts';
import type { SearchResult } from '../base/searchTypes.ts';
import type { FleetRepository } from '../fleet/fleet.ts';
import type { SearchRequest } from '../search/searchRequest.ts';
import type { OpenSessions, SessionPlace } from '../session/openSessions.ts';
import type { Session } from '../session/session.ts';
import type { PlaceSettings } from '../settings/requests.ts';

export interface ServedRepository extends FleetRepository {
  /** Named when the server was started, or a folder that a client works in. */
  fixed: boolean;
  /** The address of its remote; '' where it has none, and for those of the fleet. */
  origin: string;
  /** The directory that was named: its settings count. */
  settledIn: string;
}

/** The place of a served repository, and what counts there. */
export interface ServedPlace extends SessionPlace {
  settings: PlaceSettings;
}

/** The registry of a server: server/servedRepositories.ts. */
interface Registry {
  /** True where it depends on the client which repositories are served. */
  readonly followsClients: boolean;
  /** @throws CoraError NOT_A_REPOSITORY where nothing can be served */
  list(roots: readonly string[]): Promise<ServedRepository[]>;
  linkedTo(dir: string, served: readonly ServedRepository[]): Promise<ServedRepository | null>;
  placeOf(repository: ServedRepository): ServedPlace;
  search(chosen: readonly ServedRepository[], request: SearchRequest, signal: AbortSignal): Promise<SearchResult>;
}

/** One worktree that is served. A call names it by its origin, its folder's name or its path. */
export interface Place extends ServedRepository, ServedPlace {
  session: Session;
}

/** Repositories that are searched together. */
export interface Several {
  names: string[];
  settings: PlaceSettings;
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchResult>;
}

/** Brings the repositories of the settings up to date meanwhile: server/openServed.ts. */
interface Sync {
  poke(): void;
  notes(known: readonly FleetRepository[]): string[];
  pending(known: readonly FleetRepository[]): string[];
}

/** Returns what a client says of its workspace: `file://` addresses, none where it says nothing. */
export type RootsOf = () => Promise<readonly string[]>;

export class Places {
  readonly #registry: Registry;
  readonly #sessions: OpenSessions;
  readonly #sync: Sync | null;
  /** The repositories that were listed last, also those that are not fetched yet. */
  #known: readonly ServedRepository[] = [];

  /** @param sync null where nothing is kept up to date here */
  constructor(registry: Registry, sessions: OpenSessions, sync: Sync | null = null) {
    this.#registry = registry;
    this.#sessions = sessions;
    this.#sync = sync;
  }

  /** Returns lines for an answer, as of the last list: what is still made, and what failed. */
  notes(): string[] {
    return this.#sync?.notes(this.#known.filter(({ fixed }) => !fixed)) ?? [];
  }

  /** True while a sync makes its index. */
  isPending({ name }: Pick<Place, 'name'>): boolean {
    return this.#sync?.pending(this.#known.filter(({ fixed }) => !fixed)).includes(name) ?? false;
  }

  /** @throws CoraError NOT_A_REPOSITORY where nothing can be served */
  async all(rootsOf: RootsOf): Promise<Place[]> {
    return (await this.#listed(rootsOf)).map((one) => this.#at(one));
  }

  /** @param wanted a part of names; none or `*`: all. @returns null where one is meant */
  async several(wanted: string | undefined, rootsOf: RootsOf): Promise<Several | null> {
    const all = await this.#listed(rootsOf);
    const found = wanted === undefined || wanted === '' || wanted === '*' ? all : matching(all, wanted);
    const [first] = found;
    if (first === undefined || found.length < 2) return null;
    return {
      names: found.map(({ name }) => name),
      settings: this.#registry.placeOf(first).settings,
      search: (request, signal) => this.#registry.search(found, request, signal),
    };
  }

  /**
   * @param wanted a name or a part of it, or the directory of a worktree; undefined where there is
   * but one
   * @throws CoraError USAGE that names what there is
   */
  async pick(wanted: string | undefined, rootsOf: RootsOf): Promise<Place> {
    const all = await this.#listed(rootsOf);
    const [first] = all;
    const notes = this.notes();
    if (first === undefined && notes.length > 0)
      throw new CoraError('USAGE', 'No repository can be searched yet.', { hint: notes.join(' ') });
    if (first === undefined) {
      throw new CoraError('USAGE', 'No repository is served here.', {
        hint: 'A person can name a directory (cora mcp DIR), or add and fetch one: cora repos add URL, then: cora sync',
      });
    }
    if (wanted === undefined || wanted === '' || wanted === '*') {
      if (all.length === 1) return this.#at(first);
      throw new CoraError('USAGE', 'Several repositories are served here.', { hint: choiceOf(all) });
    }
    const known = matching(all, wanted);
    if (known.length === 1) return this.#at(known[0]!);
    if (known.length > 1) throw new CoraError('USAGE', `"${wanted}" fits several.`, { hint: choiceOf(known) });
    // Agents work in worktrees that they make as they go.
    const linked = isAbsolute(wanted) ? await this.#registry.linkedTo(wanted, all) : null;
    if (linked !== null) return this.#at({ ...linked, name: linked.dir });
    const missing = this.#known.filter(({ dir, fixed }) => !fixed && !existsSync(dir));
    const [unfetched] = notes.length > 0 ? [] : matching(missing, wanted);
    if (unfetched !== undefined) {
      const why = unfetched.error === null ? '' : `: ${unfetched.error}`;
      throw new CoraError('USAGE', asSentence(`${unfetched.name} is not fetched yet${why}`), {
        hint: 'A person can fetch it: cora sync',
      });
    }
    const near = nearest(
      wanted,
      all.map(({ name }) => name),
    );
    const choice = near === undefined ? choiceOf(all) : `Did you mean "${near}"?`;
    throw new CoraError('USAGE', `No repository "${wanted}" is served here.`, { hint: [choice, ...notes].join('. ') });
  }

  async #listed(rootsOf: RootsOf): Promise<ServedRepository[]> {
    const roots = this.#registry.followsClients ? directoriesOf(await rootsOf()) : [];
    this.#sync?.poke();
    const all = await this.#registry.list(roots);
    this.#known = all;
    // Some repositories of a fleet may not have been fetched yet.
    return named(all.filter(({ dir, fixed }) => fixed || existsSync(dir)));
  }

  #at(repository: ServedRepository): Place {
    const place = this.#registry.placeOf(repository);
    return { ...repository, ...place, session: this.#sessions.at(() => place) };
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

function matching(served: readonly ServedRepository[], wanted: string): ServedRepository[] {
  const exact = served.filter((one) => one.name === wanted || namesOf(one).includes(wanted));
  if (exact.length > 0) return exact;
  const part = wanted.toLowerCase();
  return served.filter(({ name }) => name.toLowerCase().includes(part));
}

/**
 * Writes paths and globs as seen from the top of a repository. Clients know files by their whole
 * paths, and mean no filter by the top itself.
 * @param dir null where several repositories are meant
 */
export function pathsFrom(dir: string | null, given: string | readonly string[] | undefined): string[] {
  const paths = listOf(given).map((path) => pathFrom(dir, path));
  return paths.includes('.') ? [] : paths;
}

export function pathFrom(dir: string | null, path: string): string {
  const inside = dir !== null && `${path}/`.startsWith(`${dir}/`) ? path.slice(dir.length + 1) : path;
  return inside.replace(/^(?:\.\/)+|(?<!\/)\/+$/g, '') || '.';
}

function namesOf({ origin, dir }: ServedRepository): string[] {
  return [repositoryName(origin), basename(dir), dir].filter((name) => name !== '');
}

/** Calls each directory by the shortest name that means no other one. */
function named(served: readonly ServedRepository[]): ServedRepository[] {
  return served.map((one) => {
    if (!one.fixed) return one;
    const others = served.filter((other) => other !== one).flatMap((other) => [other.name, ...namesOf(other)]);
    return { ...one, name: namesOf(one).find((name) => !others.includes(name)) ?? one.dir };
  });
}

/** The most repositories that an error names: a fleet has hundreds. */
const MOST_CHOICES = 12;

function choiceOf(served: readonly ServedRepository[]): string {
  const names = served.slice(0, MOST_CHOICES).map(({ name }) => name);
  const rest = served.length - names.length;
  return `Say which with "repository": ${names.join(', ')}${rest === 0 ? '' : `, and ${rest} more: status names them`}`;
}

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
