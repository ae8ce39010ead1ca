/** How large the indexes of a fleet's repositories are and of which commit: for lists that are asked for again and again. */
import type { Fleet, FleetRepository } from './fleetTypes.ts';
export interface IndexSummary {
    commit: string;
    /** ISO 8601. */
    builtAt: string;
    files: number;
    chunks: number;
}
/**
 * Reads a file again only when it has changed.
 * @returns null where nothing was built. @throws CoraError INCOMPATIBLE_INDEX, BROKEN_INDEX, NOT_A_REPOSITORY
 */
export type SummaryOf = (member: Pick<FleetRepository, 'kind' | 'dir'>) => Promise<IndexSummary | null>;
export declare function createIndexSummaries(fleet: Fleet): SummaryOf;
