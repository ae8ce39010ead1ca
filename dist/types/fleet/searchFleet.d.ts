/** `cora query --repo` and `cora refs --repo`: one answer from the repositories of a fleet. */
import { type ManyReferences } from '../findReferencesMany.ts';
import type { SearchRequest } from '../search/searchRequest.ts';
import type { ManyResult } from '../searchTypes.ts';
import type { Fleet, FleetRepository } from './fleetTypes.ts';
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
export declare function openFleetSearcher(fleet: Fleet): FleetSearcher;
