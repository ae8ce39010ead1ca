/** What to read next beside the results and is not among them: their tests, who uses them, what they use. */
import type { Neighbour } from '../query/expand.ts';
import type { ShownRow } from '../query/placeChunk.ts';
import type { SearchedView } from '../query/retrieve.ts';
import type { RelatedHit, SearchHit } from '../searchTypes.ts';
import type { ChunkStore } from '../storePort.ts';
/**
 * @param shown rows of the results, by chunk id
 * @param limit 0 asks for none and costs nothing
 */
export declare function relatedToHits(store: Promise<ChunkStore>, view: SearchedView, results: readonly SearchHit[], shown: ReadonlyMap<string, ShownRow>, limit: number): Promise<RelatedHit[]>;
/**
 * @param ofFile places of one file at most: one with many callers must not fill the list
 * @returns the first `limit` places, each once; tests first
 */
export declare function listRelated(tests: readonly Neighbour[], near: readonly Neighbour[], { limit, ofFile }: {
    limit: number;
    ofFile: number;
}): RelatedHit[];
export declare function placeOf({ path, row }: {
    path: string;
    row: {
        chunkId: string;
    };
}): string;
