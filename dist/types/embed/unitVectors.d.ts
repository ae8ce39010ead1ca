/** What a model returned, checked and brought to unit length. Nothing doubtful gets past this point. */
/** @param expected how many vectors; @param dimensions how long each, null where not known yet
 *  @throws CoraError EMBEDDER for a wrong count, a wrong length or a number that is none */
export declare function unitVectors(rows: readonly ArrayLike<unknown>[], expected: number, dimensions: number | null, source: string): Float32Array[];
/** @returns unit length; zeros where there is nothing to measure */
export declare function toUnit(sums: Float64Array): Float32Array;
