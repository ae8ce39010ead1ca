/** What stands around a place in the graph of references, as nodes and edges to draw. As a list: related.ts. */
import { type Place } from './related/findPlace.ts';
import type { SymbolContext } from './symbols/rowsOfName.ts';
import type { ChunkKind } from './types.ts';
export interface NeighbourhoodNode {
    /** Its chunk's, and where two files hold the same chunk the path behind it. */
    id: string;
    chunkId: string;
    path: string;
    startLine: number;
    endLine: number;
    symbol: string;
    kind: ChunkKind;
}
export interface Neighbourhood {
    /** NeighbourhoodNode.id */
    center: string;
    /** The centre first, then best first. */
    nodes: NeighbourhoodNode[];
    /** By id; `reason` is what `from` does: `calls Store.open`. One for each pair and direction, strongest first. */
    edges: {
        from: string;
        to: string;
        reason: string;
    }[];
    /** There are more neighbours than were asked for. */
    truncated: boolean;
}
/**
 * @param limit neighbours at most
 * @throws CoraError USAGE for a place that is not in the caller's view
 */
export declare function neighbourhood({ store, view }: SymbolContext, place: Place, limit: number): Promise<Neighbourhood>;
