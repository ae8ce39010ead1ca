/**
 * Rows around the hits: those that define what the hits use and those that use what the hits define, by one look-up in the
 * full-text index, and the graph over them (query/referenceGraph.ts, query/expand.ts). Nothing is stored, so an uncommitted
 * edit, another branch or a rebuilt index change nothing but what they say.
 */
import type { ChunkStore } from '../store/storePort.ts';
import type { SearchedView } from '../view/searchedView.ts';
import { type GraphChunk, type GraphRow, type ReferenceGraph } from './referenceGraph.ts';
type NeighbourView = Pick<SearchedView, 'byBlob' | 'statistics' | 'overlay' | 'wantedKind'>;
/** @param seeds best first; @returns what is near them in the graph, themselves too, best first */
export declare function findNeighbours(store: ChunkStore, view: NeighbourView, seeds: readonly Seed[]): Promise<Neighbour[]>;
/** A hit to start from. */
export interface Seed {
    row: GraphRow;
    path: string;
    /** Above 0; only the proportions count. */
    score: number;
}
export interface Neighbour {
    chunk: GraphChunk;
    /** PageRank without the seed's own share, of the best one's: above 0, at most 1. */
    score: number;
    isSeed: boolean;
    /** What may connect it with a hit. */
    links: readonly Link[];
}
/** By a name that the neighbour uses and a hit may define, or the other way round. */
interface Link {
    name: string;
    isUser: boolean;
}
/** @returns definitions that the walk reaches, best first, ties by path, then line */
export declare function expand(graph: ReferenceGraph, seeds: readonly Seed[]): Neighbour[];
export {};
