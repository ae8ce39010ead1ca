/** `cora query --repo` and `cora refs --repo`: one answer from the repositories of a fleet. */

import type { ManyResult } from '../base/searchTypes.ts';
import { findReferencesMany, type ManyReferences } from '../search/findReferencesMany.ts';
import { searchMany } from '../search/searchMany.ts';
import type { SearchRequest } from '../search/searchRequest.ts';
import type { Fleet, FleetRepository } from './fleetTypes.ts';
import { listRepositories, matchingRepositories, unknownRepository } from './manageFleet.ts';
import { openMembers } from './openMembers.ts';

export interface FleetSearcher {
  /**
   * @param wanted parts of names, `*` for all
   * @throws CoraError USAGE where no repository is called so, NO_INDEX, ABORTED
   */
  search(wanted: readonly string[], request: SearchRequest, signal?: AbortSignal): Promise<ManyResult>;
  /** The same in these. */
  searchIn(chosen: readonly FleetRepository[], request: SearchRequest, signal?: AbortSignal): Promise<ManyResult>;
  /** Who mentions a name: see findReferencesMany. @throws CoraError as of search */
  references(wanted: readonly string[], name: string, signal?: AbortSignal): Promise<ManyReferences>;
  close(): void;
}

/** For one question or for many: the manifest is read for each. */
export function openFleetSearcher(fleet: Fleet): FleetSearcher {
  const members = openMembers(fleet);
  const searchIn: FleetSearcher['searchIn'] = async (chosen, request, signal) =>
    withSyncErrors(await searchMany(members.of(chosen), request, signal), chosen);
  const choose = async (wanted: readonly string[]): Promise<FleetRepository[]> => {
    const all = await listRepositories(fleet);
    const chosen = matchingRepositories(all, wanted);
    if (chosen.length === 0) throw unknownRepository(all, wanted.join('", "'));
    return chosen;
  };
  return {
    search: async (wanted, request, signal) => searchIn(await choose(wanted), request, signal),
    searchIn,
    references: async (wanted, name, signal) => findReferencesMany(members.of(await choose(wanted)), name, signal),
    close: () => members.close(),
  };
}

/** What answers and could not be synced says why it may be old. */
export function withSyncErrors(
  result: ManyResult,
  chosen: readonly Pick<FleetRepository, 'name' | 'error'>[],
): ManyResult {
  const errors = new Map(chosen.flatMap(({ name, error }) => (error === null ? [] : [[name, error] as const])));
  const repositories = result.repositories.map((one) => {
    const error = one.error ?? errors.get(one.name);
    return error === undefined ? one : { ...one, error };
  });
  return { ...result, repositories };
}
