/** `cora repos`: what the manifest lists. Adding asks no server and removing waits for none: `cora sync` does the rest. */
import { CoraError } from '../errors.ts';
import type { Fleet, FleetEntry, FleetRepository, Manifest } from './fleetTypes.ts';
export interface AddRequest {
    /** An address, or a directory inside a repository. */
    url: string;
    name?: string | undefined;
    branch?: string | undefined;
    source?: string | undefined;
}
export interface Removed extends FleetRepository {
    /** What was deleted; null where the repository is the user's own directory. */
    deleted: string | null;
}
export declare function listRepositories({ home }: Pick<Fleet, 'home'>): Promise<FleetRepository[]>;
/**
 * @returns the entry; the first one becomes the active one
 * @throws CoraError USAGE for what is no address or there already, NOT_A_REPOSITORY
 */
export declare function addRepository(fleet: Fleet, request: AddRequest): Promise<FleetRepository>;
/** @throws CoraError USAGE */
export declare function insert(manifest: Manifest, id: string, entry: FleetEntry): string;
export declare function describeRepository({ surroundings, home }: Fleet, { url, name, branch, source }: AddRequest, from: FleetEntry['from']): Promise<{
    id: string;
    entry: FleetEntry;
}>;
/** Deletes its clone with the index; what a user's own directory holds stays. @throws CoraError USAGE */
export declare function removeRepository(fleet: Fleet, wanted: string): Promise<Removed>;
export declare function drop(manifest: Manifest, id: string): void;
/** @returns the folder, null where there is none of Cora's */
export declare function deleteClone(home: string, { id, kind }: {
    id: string;
    kind: FleetEntry['kind'];
}): Promise<string | null>;
/** @throws CoraError USAGE */
export declare function useRepository(fleet: Fleet, wanted: string): Promise<FleetRepository>;
/**
 * The one repository with this name or id, or the only one whose name holds the text.
 * @throws CoraError USAGE that names what there is
 */
export declare function pickRepository(all: readonly FleetRepository[], wanted: string): FleetRepository;
export declare function unknownRepository(all: readonly FleetRepository[], wanted: string): CoraError;
/** Those whose names hold any of the texts, in any case; `*` for all. */
export declare function matchingRepositories(all: readonly FleetRepository[], wanted: readonly string[]): FleetRepository[];
