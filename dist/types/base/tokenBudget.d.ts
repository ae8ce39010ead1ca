/**
 * How many tokens of a language model a text is, without a tokenizer, and how much a budget has room for. Weights are fitted to
 * o200k_base on 6,240 windows of 40 lines in 26 languages and rounded up; docs/retrieval.md has the errors. Pure.
 */
/** @returns a whole number: 0 for an empty text */
export declare function estimateTokens(text: string): number;
/**
 * @param fits where one number fits, so does every smaller one
 * @returns the largest whole number from `least` to `most` that fits; `least` is not asked about
 */
export declare function mostThatFits(least: number, most: number, fits: (count: number) => boolean): number;
