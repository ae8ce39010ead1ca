/**
 * How many tokens of a language model a text is, without a tokenizer: counted from what byte-pair encodings make tokens of.
 * Weights are fitted to o200k_base on 6,240 windows of 40 lines in 26 languages and rounded up, so that a budget is rarely
 * overrun; docs/retrieval.md has the errors. Pure.
 */
/** @returns a whole number: 0 for an empty text */
export declare function estimateTokens(text: string): number;
