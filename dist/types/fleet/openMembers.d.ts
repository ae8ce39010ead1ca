/**
 * The repositories of a fleet as searchMany wants them. A clone is read without starting git until its text is shown; a directory
 * that is used in place is a live session, with its uncommitted edits. Of hundreds of tables a few are open at once.
 */
import type { SearchMember } from '../searchMany.ts';
import type { Fleet, FleetRepository } from './fleetTypes.ts';
export interface OpenMembers {
    /** Anew for each search: repositories come and go. */
    of(repositories: readonly FleetRepository[]): SearchMember[];
    close(): void;
}
/** Opens nothing yet. */
export declare function openMembers(fleet: Fleet): OpenMembers;
