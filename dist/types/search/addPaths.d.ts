/**
 * What a path says, added to what a chunk's vector says. Rows know no paths, so it is done when a view is scored:
 * the path's unit vector × 0.3 is added to the chunk's unit vector, and the cosine is that of the sum.
 */
import type { RetrievedChunk } from '../query/retrieve.ts';
import type { Embedder } from '../types.ts';
export type PathVectors = Map<string, Float32Array>;
/**
 * @param query the query's unit vector
 * @param known vectors of paths that earlier searches asked for
 * @returns the chunks with their new cosines
 */
export declare function addPaths(chunks: readonly RetrievedChunk[], query: Float32Array, embedder: Embedder, known: PathVectors): Promise<RetrievedChunk[]>;
