/** Indexes one repository of the fleet: pulled where somebody publishes its index, built here where not. */
import type { Options } from '../options.ts';
import type { Surroundings } from '../session.ts';
import type { Progress } from '../types.ts';
import type { Fleet, FleetRepository, IndexCounts } from './fleetTypes.ts';
export interface Indexed {
    commit: string;
    files: number;
    index: 'pulled' | 'built';
    /** Files that could not be indexed. */
    failed: number;
    counts: IndexCounts;
}
export interface IndexMemberRequest {
    /** Everything is computed again, here. */
    full: boolean;
    signal?: AbortSignal | undefined;
    onProgress?(progress: Progress): void;
}
/** @throws CoraError what building throws; a pull that fails is not one of them */
export declare function indexMember(fleet: Fleet, member: FleetRepository, { full, signal, onProgress }: IndexMemberRequest): Promise<Indexed>;
/** A clone is indexed by the fleet's settings, a directory that is used in place by its own. */
export declare function memberSettings({ options, surroundings, settle }: Fleet, { kind, dir }: Pick<FleetRepository, 'kind' | 'dir'>): {
    options: Options;
    surroundings: Surroundings;
};
