/**
 * Which repositories a server answers for, on HTTP and over MCP: the directories that it was
 * started with, and those of the fleet as its manifest lists them now, whoever changed it. A server
 * that was told neither takes the folders that a client works in.
 */

import { existsSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import { ifRefused, isCoraError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import type { SearchResult } from '../base/searchTypes.ts';
import { clonesIn, submodulesOf } from '../fleet/findMembers.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { createIndexSummaries, type IndexSummary, memberPlace, type SummaryOf } from '../fleet/indexMember.ts';
import {
  type AddRequest,
  addRepository,
  describeDirectory,
  listRepositories,
  matchingRepositories,
  removeRepository,
  useRepository,
} from '../fleet/manageFleet.ts';
import { openMembers, withSyncErrors } from '../fleet/searchFleet.ts';
import { originOf } from '../git/gitConfiguration.ts';
import { openRepository } from '../git/openRepository.ts';
import type { ServedPlace, ServedRepository } from '../mcp/places.ts';
import { searchMany } from '../search/search.ts';
import type { SearchRequest } from '../search/searchRequest.ts';
import { type OpenSessions, SessionMember } from '../session/openSessions.ts';
import { HttpError } from './errors.ts';

interface ServedRequest {
  fleet: Fleet;
  sessions: OpenSessions;
  /** The directories that were named when the server was started. */
  dirs: readonly string[];
  /** Parts of names of the fleet's repositories: `*` for all, none for no fleet. */
  names: readonly string[];
  /** The fleet is served beside the folders that a client works in, if these are repositories. */
  besideClients?: boolean;
  /** True to serve the submodules of each repository, too. */
  submodules?: boolean;
}

/** A directory that was found to be in a repository. */
interface Opened {
  /** The repository, whose id is not unique yet. */
  repository: ServedRepository;
  /** All linked worktrees of a repository share it. */
  commonDir: string;
  /** The file or folder in its top that is there as long as it is a worktree. */
  marker: string;
}

/** Lists, finds, adds and removes the repositories of a server. */
export class ServedRepositories {
  readonly #request: ServedRequest;
  readonly #opened = new Map<string, Opened>();
  /** Repositories that are not the fleet's, by key. */
  readonly #fixed = new Map<string, ServedRepository>();
  /** The ids of the repositories in the last list, by key. */
  #ids: ReadonlyMap<string, string> = new Map();
  readonly #members: ReturnType<typeof openMembers>;
  readonly #summaryOf: SummaryOf;
  /** The id of a fixed one that was activated; '' where one of the fleet was. */
  #active: string | null = null;

  constructor(request: ServedRequest) {
    this.#request = request;
    this.#members = openMembers(request.fleet);
    this.#summaryOf = createIndexSummaries(request.fleet);
  }

  get followsClients(): boolean {
    const { dirs, names, besideClients = false } = this.#request;
    return dirs.length === 0 && (names.length === 0 || besideClients);
  }

  /**
   * Lists the repositories: the fixed ones first, then by name.
   * @param roots folders that the client works in
   * @throws CoraError NOT_A_REPOSITORY where what was named, or the working directory in its place,
   * is none
   */
  async list(roots: readonly string[] = []): Promise<ServedRepository[]> {
    const fixed = await this.#listFixed(roots);
    const places = new Set(fixed.map(({ dir }) => dir));
    const ids = new Set(fixed.map(({ id }) => id));
    const others = (await this.#listFleet())
      .filter(({ dir, kind }) => kind === 'clone' || !places.has(dir))
      .map((one) => ({ ...one, id: ids.has(one.id) ? `${one.id}_fleet` : one.id }));
    const all = calledApart(fixed, others);
    this.#ids = new Map(all.map((one) => [placeKey(one), one.id]));
    const own = this.#active ?? fixed[0]?.id ?? '';
    const active = own !== '' ? own : (others.find((one) => one.active) ?? fixed[0])?.id;
    return all.map((one) => ({ ...one, active: one.id === active }));
  }

  /** @returns what a queue of jobs calls so, null where it is not served. See placeKey */
  async find(key: string): Promise<ServedRepository | null> {
    return this.#fixed.get(key) ?? (await this.#listFleet()).find((one) => placeKey(one) === key) ?? null;
  }

  /** Returns the keys of all that are served now, linked worktrees too. */
  async keys(): Promise<Set<string>> {
    // A directory that is gone stops no job of the others.
    if (!this.followsClients) await this.list().catch(ifRefused(undefined));
    return new Set([...this.#fixed.keys(), ...this.#ids.keys()]);
  }

  /** @returns the id of what a queue of jobs calls so, undefined where it is not in the list */
  idOf(key: string): string | undefined {
    return this.#ids.get(key);
  }

  /** Serves a worktree that a client made. @returns null for one of another repository */
  async linkedTo(dir: string, served: readonly Pick<ServedRepository, 'dir'>[]): Promise<ServedRepository | null> {
    const find = async (): Promise<ServedRepository | null> => {
      const { repository, commonDir } = await this.#open(dir);
      for (const one of served) {
        if ((await this.#open(one.dir)).commonDir !== commonDir) continue;
        this.#fixed.set(placeKey(repository), repository);
        return repository;
      }
      return null;
    };
    return find().catch(ifRefused(null));
  }

  /** @throws HttpError 404 */
  async get(id: string): Promise<ServedRepository> {
    const all = await this.list();
    const found = all.find((one) => one.id === id);
    if (found !== undefined) return found;
    throw new HttpError(404, 'NO_REPOSITORY', 'There is no repository with this id.', { hint: hintFor(all, id) });
  }

  /** @param id or name; undefined for the active one. @throws HttpError 404, 409 for none */
  async pick(id: string | undefined): Promise<ServedRepository> {
    const all = await this.list();
    const found =
      id === undefined ? activeOf(all) : (all.find((one) => one.id === id) ?? all.find(({ name }) => name === id));
    if (found !== undefined) return found;
    if (id !== undefined) return this.get(id);
    throw new HttpError(409, 'NO_REPOSITORY', 'No repository is active.', {
      hint: 'Name one with "repo_id", or PUT /repos/{id}/activate.',
    });
  }

  /** @param wanted names or parts of them, `*` for all. @throws HttpError 404 */
  async matching(wanted: readonly string[]): Promise<ServedRepository[]> {
    const all = await this.list();
    const found = matchingRepositories(all, wanted);
    if (found.length > 0) return found;
    throw new HttpError(404, 'NO_REPOSITORY', 'No repository is called so.', { hint: hintFor(all, ...wanted) });
  }

  /** Clones are read without git, directories are live. @throws CoraError NO_INDEX, ABORTED */
  async search(
    chosen: readonly ServedRepository[],
    request: SearchRequest,
    signal: AbortSignal,
  ): Promise<SearchResult> {
    const clones = this.#members.of(chosen.filter(({ kind }) => kind === 'clone'));
    const places = chosen
      .filter(({ kind }) => kind === 'place')
      .map(
        (one) =>
          new SessionMember(
            one.name,
            this.#request.sessions.at(() => this.placeOf(one)),
          ),
      );
    try {
      return withSyncErrors(await searchMany([...clones, ...places], request, signal), chosen);
    } finally {
      for (const member of places) member.close();
    }
  }

  /** @throws CoraError USAGE, NOT_A_REPOSITORY */
  async add(request: AddRequest): Promise<ServedRepository> {
    const { name, dir } = await addRepository(this.#request.fleet, request);
    const all = await this.list();
    // A fixed one that is added too stays what it is while this server runs.
    return all.find((one) => !one.fixed && one.name === name) ?? all.find((one) => one.dir === dir)!;
  }

  /** @param before is called with its key first. @throws HttpError 404, 409 for a fixed one */
  async remove(id: string, before: (key: string) => Promise<void>): Promise<{ name: string; deleted: string | null }> {
    const repository = await this.get(id);
    const { name } = repository;
    if (repository.fixed) {
      throw new HttpError(409, 'FIXED', `${name} was named when the server was started.`, {
        hint: 'Start cora serve without it.',
      });
    }
    await before(placeKey(repository));
    return { name, deleted: (await removeRepository(this.#request.fleet, name)).deleted };
  }

  /** @throws HttpError 404 */
  async activate(id: string): Promise<ServedRepository> {
    const found = await this.get(id);
    if (!found.fixed) await useRepository(this.#request.fleet, found.name);
    this.#active = found.fixed ? id : '';
    return { ...found, active: true };
  }

  /**
   * Returns where its files are and which settings count there: they may have changed since the
   * last look.
   */
  placeOf(repository: ServedRepository): ServedPlace {
    return memberPlace(this.#request.fleet, repository);
  }

  /** Sums up its index; null for none. @throws CoraError INCOMPATIBLE_INDEX, BROKEN_INDEX */
  async summaryOf(repository: ServedRepository): Promise<IndexSummary | null> {
    // The clone of a repository that was just added is not there yet.
    return this.#summaryOf(repository).catch(ifRefused(null, 'NOT_A_REPOSITORY'));
  }

  close(): void {
    this.#members.close();
  }

  async #listFleet(): Promise<ServedRepository[]> {
    const { fleet, names } = this.#request;
    if (names.length === 0) return [];
    return matchingRepositories(await listRepositories(fleet), names).map((one) => ({
      ...one,
      fixed: false,
      origin: '',
      settledIn: one.dir,
    }));
  }

  async #listFixed(roots: readonly string[]): Promise<ServedRepository[]> {
    const { dirs, fleet, besideClients = false } = this.#request;
    if (!this.followsClients) return this.#openAll(dirs, false);
    const offered = await this.#openAll(roots, true);
    return offered.length > 0 ? offered : this.#openAll([fleet.surroundings.dir], besideClients);
  }

  /** @param isOffered a folder need be no repository, such as one that a client has open */
  async #openAll(dirs: readonly string[], isOffered: boolean): Promise<ServedRepository[]> {
    const found = new Map<string, ServedRepository>();
    const add = async (dir: string): Promise<void> => {
      const { repository } = await this.#open(dir);
      if ([...found.values()].some(({ url }) => url === repository.url)) return;
      const id = found.has(repository.id) ? `${repository.id}_${found.size + 1}` : repository.id;
      found.set(id, { ...repository, id });
    };
    for (const dir of dirs) {
      try {
        await add(dir);
        if (this.#request.submodules === true) for (const inner of await this.#submodulesIn(dir)) await add(inner);
      } catch (error) {
        if (!isCoraError(error) || error.code !== 'NOT_A_REPOSITORY') throw error;
        // A folder of clones is served as they are, without those that git will not open.
        const clones = clonesIn(resolve(this.#request.fleet.surroundings.dir, dir));
        if (clones.length === 0 && !isOffered) throw error;
        for (const clone of clones) await add(clone.dir).catch(ifRefused(undefined));
      }
    }
    for (const one of found.values()) this.#fixed.set(placeKey(one), one);
    return [...found.values()];
  }

  /** Returns the submodules. They are read anew, as HEAD may name others now. */
  async #submodulesIn(dir: string): Promise<string[]> {
    const { surroundings } = this.#request.fleet;
    const repository = await openRepository(resolve(surroundings.dir, dir), surroundings.env);
    return (await submodulesOf(repository)).map((one) => one.dir);
  }

  async #open(dir: string): Promise<Opened> {
    const known = this.#opened.get(dir);
    if (known !== undefined && existsSync(join(known.repository.dir, known.marker))) return known;
    const { id, entry, repository } = await describeDirectory(this.#request.fleet.surroundings, dir);
    const origin = await originOf(repository);
    const found = {
      repository: { ...entry, id, dir: entry.url, active: false, fixed: true, origin, settledIn: dir },
      commonDir: repository.commonDir,
      marker: repository.worktree === null ? 'HEAD' : '.git',
    };
    this.#opened.set(dir, found);
    return found;
  }
}

/**
 * Gives each a name of its own, as results of a search together need it. Those of the fleet differ
 * already; of the fixed ones whose folders are called alike each has as much of its path before as
 * tells it apart.
 */
function calledApart(fixed: readonly ServedRepository[], others: readonly ServedRepository[]): ServedRepository[] {
  const dirs = fixed.map(({ dir }) => dir.split(sep));
  const taken = new Set(others.map(({ name }) => name.toLowerCase()));
  const apart = fixed.map((one, at) => {
    const parts = dirs[at]!;
    for (let count = 1; count < parts.length; count++) {
      const name = parts.slice(-count).join('/');
      const lower = name.toLowerCase();
      const isAnother = dirs.some((dir, index) => index !== at && dir.slice(-count).join('/').toLowerCase() === lower);
      if (!isAnother && !taken.has(lower)) return { ...one, name };
    }
    return { ...one, name: one.dir };
  });
  return [...apart, ...others];
}

/**
 * Returns the key of a repository. All servers have the same key for it, whatever their ids are.
 */
export function placeKey({ kind, dir }: Pick<ServedRepository, 'kind' | 'dir'>): string {
  return kind === 'clone' ? basename(dir) : dir;
}

/** Makes a hint with the id that is nearest, by its name too: `clik` → `local_click`. */
function hintFor(all: readonly ServedRepository[], ...wanted: string[]): string {
  const ids = all.map(({ id }) => id);
  const near = wanted.flatMap((one) => {
    const name = nearest(
      one,
      all.map((other) => other.name),
    );
    return nearest(one, ids) ?? all.find((other) => other.name === name)?.id ?? [];
  });
  return `${near.length === 0 ? '' : `Did you mean ${near.join(', ')}? `}GET /repos lists them.`;
}

/** Returns the active one: where there is but one, that one. */
function activeOf(all: readonly ServedRepository[]): ServedRepository | undefined {
  return all.find(({ active }) => active) ?? (all.length === 1 ? all[0] : undefined);
}
