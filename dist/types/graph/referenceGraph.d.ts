/**
 * A small typed graph of definitions that may use each other, built for one query from a few hundred rows: who imports, calls,
 * inherits, mentions as a type or links to what. A name leads to the definitions that fit it best; what fits several
 * equally well is divided among them. It orders what may be near and claims nothing: a wrong edge costs a little weight,
 * and a missing file is never read. What an answer says of two definitions is resolved (search/findRelations.ts). Pure.
 */
import type { FileStatus } from '../base/searchTypes.ts';
import type { ChunkRow, Reference, ReferenceKind } from '../base/types.ts';
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
}
type EdgeKind = ReferenceKind | 'member';
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
/** What a definition is a member of, null at the top. */
export declare function ownerOf({ scope, kind }: GraphRow): string | null;
/** Where a definition of the name stands. */
interface Definer {
    path: string;
    row: {
        scope: readonly string[];
    };
}
/** The imports that are known of a file. */
type ImportsOf = (path: string) => readonly Reference[];
type Fit = 0 | 1 | 2 | 3 | 4 | 5 | 6;
/** @returns 0 where the file says that something else is meant; else the larger the better */
export declare function fitReference(reference: Reference, path: string, target: Definer, importsOf: ImportsOf): Fit;
export {};
