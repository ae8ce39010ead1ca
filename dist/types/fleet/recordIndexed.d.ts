/** What a server indexed where it lies, for the manifest: `cora sync` records its own. */
import type { Fleet, FleetRepository } from './fleetTypes.ts';
/** Changes nothing where the list does not have the repository (any more). */
export declare function recordIndexed({ home, surroundings }: Fleet, { kind, dir }: Pick<FleetRepository, 'kind' | 'dir'>, { commit, files }: {
    commit: string;
    files: number;
}): Promise<void>;
