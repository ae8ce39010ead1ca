/** An answer without what some models write before it: `<think>…</think>`. Nothing is handed on while they think. */
import type { CompletionEnd } from '../answerTypes.ts';
type Pieces = AsyncGenerator<string, CompletionEnd, undefined>;
export declare function withoutThinking(pieces: Pieces): Pieces;
export {};
