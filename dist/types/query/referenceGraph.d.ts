/**
 * A small typed graph of definitions that use each other, built for one query from a few hundred rows: who imports, calls,
 * inherits, mentions as a type or links to what. A name leads to the definitions that fit it best; what fits several
 * equally well is divided among them. Exact resolution for one name is resolveReference.ts; here a wrong edge costs a
 * little weight and a missing file is never read. Pure.
 */
import type { FileStatus } from '../searchTypes.ts';
import type { ChunkRow, ReferenceKind } from '../types.ts';
/** What the graph needs of a row. */
export declare const GRAPH_COLUMNS: readonly ['chunkId', 'blobSha', 'language', 'kind', 'symbol', 'scope', 'startLine', 'endLine', 'part', 'parts', 'defines', 'references'];
export type GraphRow = Pick<ChunkRow, (typeof GRAPH_COLUMNS)[number]>;
export interface GraphChunk {
    path: string;
    status: FileStatus;
    row: GraphRow;
}
/** A definition: one chunk, or all parts of one that was too large. */
export interface GraphNode {
    path: string;
    /** By line. */
    chunks: GraphChunk[];
    isTest: boolean;
}
export type EdgeKind = ReferenceKind | 'member';
/** `from` uses `to`, or is a member of it; both are places in the list of nodes. */
export interface GraphEdge {
    from: number;
    to: number;
    kind: EdgeKind;
    /** What `from` calls it. */
    name: string;
    /** The chunk of `from` that says it. */
    said: GraphChunk;
    weight: number;
}
export interface ReferenceGraph {
    nodes: readonly GraphNode[];
    edges: readonly GraphEdge[];
}
/**
 * @param chunks in any order; the graph does not depend on it
 * @param mentions in how many rows of the view a name is mentioned: what everybody uses connects nobody
 */
export declare function buildReferenceGraph(chunks: readonly GraphChunk[], mentions: (name: string) => number): ReferenceGraph;
/** The names that a node introduces: a part that is not the first says only by its symbol what it belongs to. */
export declare function namesOf({ chunks }: Pick<GraphNode, 'chunks'>): Set<string>;
/** What a definition is a member of, null at the top. */
export declare function ownerOf({ scope, kind }: GraphRow): string | null;
