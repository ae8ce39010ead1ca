/**
 * What several repositories found, on one scale and in one order: by score, ties by repository, path, line. Copies of a text in
 * several repositories are one result that names the others. Pure.
 */
import { type FuseOptions } from '../query/fuse.ts';
import type { RetrievedChunk } from '../query/retrieve.ts';
import { type Selected } from '../query/select.ts';
import { type Asked } from '../search/findCandidates.ts';
import type { SearchRequest } from '../search/searchRequest.ts';
import type { IdenticalChunk } from '../searchTypes.ts';
import type { Embedder } from '../types.ts';
import type { MergedStatistics } from './mergeStatistics.ts';
/** What one repository has to say. */
export interface Found<T> {
    of: T;
    name: string;
    embedder: Embedder;
    asked: Asked;
    chunks: RetrievedChunk[];
}
export interface Ranked<T> {
    of: T;
    name: string;
    selected: Selected;
    weights: FuseOptions['weights'];
    /** The same text in other repositories. */
    elsewhere: IdenticalChunk[];
}
/** @returns the chunks of the best `limit` files, best first */
export declare function rankTogether<T>(found: readonly Found<T>[], statistics: MergedStatistics, request: SearchRequest): {
    ranked: Ranked<T>[];
    more: boolean;
};
