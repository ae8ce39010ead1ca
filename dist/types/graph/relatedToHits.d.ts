/** Lists places to read next beside the results: their tests, who uses them, what they use. The graph of references
 * only says where to look; what is said of a neighbour is resolved. */
import type { RelatedHit, SearchHit } from '../base/searchTypes.ts';
import type { BlobKey } from '../base/types.ts';
import type { ChunkStore } from '../store/storePort.ts';
import type { CallerView } from '../view/callerView.ts';
import type { SearchedView } from '../view/searchedView.ts';
import { type Neighbour, type Seed } from './findNeighbours.ts';
import { type Relation } from './findRelations.ts';
import type { GraphRow } from './referenceGraph.ts';
import type { SymbolContext } from './rowsOfName.ts';
/** The columns of a result's row that name its definitions and references. */
type ReferringRow = Omit<GraphRow, 'language' | 'kind' | 'startLine'>;
/**
 * @param shown rows of the results, by chunk id
 * @param limit 0 asks for none and costs nothing
 */
export declare function relatedToHits(table: Promise<ChunkStore>, { view, searched }: {
    view: CallerView;
    searched: SearchedView;
}, results: readonly SearchHit[], shown: ReadonlyMap<string, ReferringRow>, limit: number): Promise<RelatedHit[]>;
interface RelatedNeighbour {
    relation: Relation;
    /** Null in a file of `tests` that is none of the neighbours. */
    near: Neighbour | null;
}
/**
 * @param near best first
 * @param tests files that are looked at too
 * @returns in the order of the neighbours, those without one last
 */
export declare function relateNeighbours(context: SymbolContext, seeds: readonly Seed[], near: readonly Neighbour[], tests: ReadonlySet<BlobKey>): Promise<RelatedNeighbour[]>;
export {};
