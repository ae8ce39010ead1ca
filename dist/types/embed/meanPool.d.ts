/** Mean pooling: the vector of a text is the average of its tokens' vectors, padding left out (Reimers & Gurevych 2019). */
import type { Tensor } from './loadTransformers.ts';
/** @param hidden [texts, tokens, dimensions]; @param mask [texts, tokens], 0 for padding
 *  @returns one row of `dimensions` sums divided by the number of tokens, for each text */
export declare function meanPool(hidden: Tensor, mask: Tensor): Float64Array[];
