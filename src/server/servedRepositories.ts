/**
 * Which repositories a server answers for: the directories that it was started with, and those of the fleet as its manifest lists
 * them now, whoever changed it.
 */

import { isCoraError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import type { Fleet, FleetRepository } from '../fleet/fleet.ts';
import { createIndexSummaries, type IndexSummary, memberPlace, type SummaryOf } from '../fleet/indexMember.ts';
import {
  type AddRequest,
  addRepository,
  describeRepository,
  listRepositories,
  matchingRepositories,
  removeRepository,
  useRepository,
} from '../fleet/manageFleet.ts';
import type { SessionPlace } from '../session/openSessions.ts';
import type { PlaceSettings } from '../settings/requests.ts';
import { HttpError } from './errors.ts';

export interface ServedRepository extends FleetRepository {
  /** Named when the server was started. */
  fixed: boolean;
}

/** Where a repository is, and what counts there. */
export interface ServedPlace extends SessionPlace {
  settings: PlaceSettings;
}

export class ServedRepositories {
  readonly #fleet: Fleet;
  /** By id. */
  readonly #fixed: ReadonlyMap<string, ServedRepository>;
  readonly #summaryOf: SummaryOf;
  /** A fixed one that was activated; the manifest knows nothing of it. */
  #active: string | null;

  private constructor(fleet: Fleet, fixed: ReadonlyMap<string, ServedRepository>) {
    this.#fleet = fleet;
    this.#fixed = fixed;
    this.#summaryOf = createIndexSummaries(fleet);
    this.#active = [...fixed.keys()][0] ?? null;
  }

  /** @throws CoraError NOT_A_REPOSITORY */
  static async open(fleet: Fleet, dirs: readonly string[]): Promise<ServedRepositories> {
    const fixed = new Map<string, ServedRepository>();
    for (const dir of dirs) {
      const { id, entry } = await describeRepository(fleet, { url: dir }, 'command');
      if ([...fixed.values()].some(({ url }) => url === entry.url)) continue;
      const own = fixed.has(id) ? `${id}_${fixed.size + 1}` : id;
      fixed.set(own, { ...entry, id: own, dir: entry.url, active: false, fixed: true });
    }
    return new ServedRepositories(fleet, fixed);
  }

  /** The fixed ones first, then by name. */
  async list(): Promise<ServedRepository[]> {
    const fixed = [...this.#fixed.values()];
    const places = new Set(fixed.map(({ dir }) => dir));
    const listed = (await listRepositories(this.#fleet)).filter(
      ({ dir, kind }) => kind === 'clone' || !places.has(dir),
    );
    const ids = new Set(fixed.map(({ id }) => id));
    const others = listed.map((one) => ({ ...one, fixed: false, id: ids.has(one.id) ? `${one.id}_fleet` : one.id }));
    const all = [...fixed, ...others];
    const active = this.#active ?? others.find((one) => one.active)?.id ?? fixed[0]?.id;
    return all.map((one) => ({ ...one, active: one.id === active }));
  }

  /** @throws HttpError 404 */
  async get(id: string): Promise<ServedRepository> {
    const all = await this.list();
    const found = all.find((one) => one.id === id);
    if (found !== undefined) return found;
    throw new HttpError(404, 'NO_REPOSITORY', 'There is no repository with this id.', { hint: hintFor(all, id) });
  }

  /** @param id of one, or its name; undefined for the active one. @throws HttpError 404, 409 where none is active */
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

  /** @param wanted parts of names, `*` for all. @throws HttpError 404 */
  async matching(wanted: readonly string[]): Promise<ServedRepository[]> {
    const all = await this.list();
    const found = new Set(matchingRepositories(all, wanted).map(({ id }) => id));
    if (found.size > 0) return all.filter(({ id }) => found.has(id));
    throw new HttpError(404, 'NO_REPOSITORY', 'No repository is called so.', { hint: hintFor(all, ...wanted) });
  }

  /** @throws CoraError USAGE, NOT_A_REPOSITORY */
  async add(request: AddRequest): Promise<ServedRepository> {
    const { name, dir } = await addRepository(this.#fleet, request);
    const all = await this.list();
    // A fixed one that is added too stays what it is while this server runs.
    return all.find((one) => !one.fixed && one.name === name) ?? all.find((one) => one.dir === dir)!;
  }

  /** @throws HttpError 404, 409 for a fixed one */
  async mustBeRemovable(id: string): Promise<ServedRepository> {
    const found = await this.get(id);
    if (!found.fixed) return found;
    throw new HttpError(409, 'FIXED', `${found.name} was named when the server was started.`, {
      hint: 'Start cora serve without it.',
    });
  }

  /** @returns the folder that was deleted. @throws HttpError as of mustBeRemovable */
  async remove(id: string): Promise<string | null> {
    const { name } = await this.mustBeRemovable(id);
    return (await removeRepository(this.#fleet, name)).deleted;
  }

  /** @throws HttpError 404 */
  async activate(id: string): Promise<ServedRepository> {
    const found = await this.get(id);
    if (!found.fixed) await useRepository(this.#fleet, found.name);
    this.#active = found.fixed ? id : null;
    return { ...found, active: true };
  }

  /** Where its files are and what counts there. */
  placeOf(repository: ServedRepository): ServedPlace {
    return memberPlace(this.#fleet, repository);
  }

  /** Of its index; null where nothing is built. @throws CoraError INCOMPATIBLE_INDEX, BROKEN_INDEX */
  async summaryOf(repository: ServedRepository): Promise<IndexSummary | null> {
    return this.#summaryOf(repository).catch((error: unknown) => {
      // The clone of a repository that was just added is not there yet.
      if (isCoraError(error) && error.code === 'NOT_A_REPOSITORY') return null;
      throw error;
    });
  }
}

/** With the id that is near, also by its name: `clik` → `local_click`. */
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

/** Where there is but one, it is meant. */
function activeOf(all: readonly ServedRepository[]): ServedRepository | undefined {
  return all.find(({ active }) => active) ?? (all.length === 1 ? all[0] : undefined);
}
