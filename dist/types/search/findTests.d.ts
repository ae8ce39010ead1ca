/** Tests of some hits by the names of their files, each with the chunk that mentions a hit, else its first one. */
import type { Neighbour, Seed } from '../query/expand.ts';
import type { SearchedView } from '../query/retrieve.ts';
import type { ChunkStore } from '../storePort.ts';
/**
 * @param neighbours still being looked up: the best one in a test's file stands for the test, with its own reason
 * @returns at most `limit` tests, those of better hits first; files of hits are not among them
 */
export declare function findTests(store: ChunkStore, view: SearchedView, seeds: readonly Seed[], neighbours: Promise<readonly Neighbour[]>, limit: number): Promise<Neighbour[]>;
