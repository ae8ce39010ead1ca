/**
 * Rows around the hits: those that define what the hits use and those that use what the hits define, by one look-up in the
 * full-text index, and the graph over them (query/referenceGraph.ts, query/expand.ts). Nothing is stored, so an uncommitted
 * edit, another branch or a rebuilt index change nothing but what they say.
 */
import { type Neighbour, type Seed } from '../query/expand.ts';
import { type ReferenceGraph } from '../query/referenceGraph.ts';
import type { SearchedView } from '../query/retrieve.ts';
import type { ChunkStore } from '../storePort.ts';
export type NeighbourView = Pick<SearchedView, 'byBlob' | 'statistics' | 'overlay' | 'wantedKind'>;
/** @param seeds best first; @returns what is near them in the graph, themselves too, best first */
export declare function findNeighbours(store: ChunkStore, view: NeighbourView, seeds: readonly Seed[]): Promise<Neighbour[]>;
/** The graph that they stand in. */
export declare function readGraph(store: ChunkStore, view: NeighbourView, seeds: readonly Seed[]): Promise<ReferenceGraph>;
