/**
 * What stands next to the hits in the graph of references: personalised PageRank from the hits (Page, Brin, Motwani and
 * Winograd 1999, section 6; Haveliwala 2002), walking along uses in both directions, and the reason for each neighbour.
 * Pure; sums run in one order, so the same rows give the same digits.
 */
import { type GraphChunk, type GraphEdge, type GraphRow, type ReferenceGraph } from './referenceGraph.ts';
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
    /** The strongest edge in words: `called by Store.open`. */
    reason: string;
}
/** @returns definitions that the walk reaches, best first, ties by path, then line */
export declare function expand(graph: ReferenceGraph, seeds: readonly Seed[]): Neighbour[];
/** What `from` does, in words: `calls open`. */
export declare function useOf({ kind, name }: Pick<GraphEdge, 'kind' | 'name'>): string;
