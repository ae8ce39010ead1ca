/** Transformer models as embedders, in this process: see openTransformersModel.ts for where they come from. */
import type { Embedder } from '../base/types.ts';
import { type EmbedderSpec } from './parseEmbedderSpec.ts';
import { type ModelSurroundings, type Tensor } from './transformersModel.ts';
export declare function createTransformersEmbedder(spec: EmbedderSpec, surroundings: ModelSurroundings): Promise<Embedder>;
/** @param hidden [texts, tokens, dimensions]; @param mask [texts, tokens], 0 for padding
 *  @returns one row of `dimensions` sums divided by the number of tokens, for each text */
export declare function meanPool(hidden: Tensor, mask: Tensor): Float64Array[];
