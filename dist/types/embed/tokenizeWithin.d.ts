/** Texts to token ids that fit a model's window. */
import type { Model, Tensor, Tokenizer } from './loadTransformers.ts';
/** @param window tokens of one text (or pair), special ones included
 *  @param seconds what each text is paired with: the end of these is cut first
 *  @returns the model's inputs, `[texts, tokens]` each, padded to the longest text */
export declare function tokenizeWithin(tokenizer: Tokenizer, texts: string[], window: number, seconds?: string[]): Record<string, Tensor>;
/** Tokens of one text. A tokenizer without a limit of its own would overrun the model's position table. */
export declare function windowOf({ tokenizer, model }: {
    tokenizer: Tokenizer;
    model: Model;
}): number;
