/** Texts to token ids that fit a model's window. */
import type { FeatureExtraction, Tensor } from './loadTransformers.ts';
/** @param window tokens of one text, special ones included
 *  @returns the model's inputs, `[texts, tokens]` each, padded to the longest text */
export declare function tokenizeWithin(tokenizer: FeatureExtraction['tokenizer'], texts: string[], window: number): Record<string, Tensor>;
