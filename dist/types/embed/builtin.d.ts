/**
 * The built-in embedder: a static model of our own, trained by model/ and shipped with the package. A text's vector is the sum
 * over its distinct tokens of (1 + ln tf) · weight · row, at unit length; queries and documents weigh tokens differently.
 *
 * Float64 additions and multiplications in a fixed order (tokens by first occurrence), one square root, one division: the same
 * bits on every machine. A change to the arithmetic here or to the words changes vectors: raise BUILTIN_VERSION.
 */
import type { Embedder } from '../types.ts';
import { type BuiltinModel } from './builtinModel.ts';
/**
 * @param model read from the package where left out
 * @throws CoraError EMBEDDER where the weights are missing or damaged
 */
export declare function createBuiltinEmbedder(model?: BuiltinModel): Embedder;
