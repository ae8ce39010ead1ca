/** `cora query --repo`: one answer from the repositories of a fleet. */
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
    close(): void;
}
/** For one question or for many: the manifest is read for each. */
export declare function openFleetSearcher(fleet: Fleet): FleetSearcher;
