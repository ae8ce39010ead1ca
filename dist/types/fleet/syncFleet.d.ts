/**
 * `cora sync`: the first process takes the lock and brings what is due up to date, four repositories at a time; every other one
 * waits for it up to the timeout and then says that what is there may be stale. One repository's failure is recorded with it and
 * stops no other.
 */
import type { Progress } from '../types.ts';
import type { Fleet, SyncedRepository, SyncReport } from './fleetTypes.ts';
export interface SyncRequest {
    /** Names or parts of names; none for all that are due. What is named is due. */
    names: readonly string[];
    /** Also what was asked less than an interval ago. */
    force: boolean;
    /** Everything is computed again, also where nothing is new; implies `force`. */
    full?: boolean;
    signal?: AbortSignal;
    /** Of one repository. */
    onProgress?(id: string, progress: Progress): void;
    /** After each repository, in the order in which they are done. */
    onRepository?(done: SyncedRepository): void;
}
/** @throws CoraError USAGE for a name that is not there, ABORTED, CONFIG; never what one repository's sync threw */
export declare function syncFleet(fleet: Fleet, request: SyncRequest): Promise<SyncReport>;
