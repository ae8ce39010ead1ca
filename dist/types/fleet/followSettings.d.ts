/** Repositories that the settings list (`repos-urls`) are in the manifest, and those that they list no more are not. */
import type { Fleet, SyncedRepository } from './fleetTypes.ts';
/** @returns names that were removed, and what could not be added: an address that is none stops no other */
export declare function followSettings(fleet: Fleet): Promise<{
    removed: string[];
    failed: SyncedRepository[];
}>;
