/**
 * The only door to tree-sitter: text in, the matches of a language's query out. Grammars are loaded when first asked for.
 * A crash inside the WebAssembly leaves its memory in doubt, so the whole runtime is thrown away and loaded afresh: no
 * file's chunks depend on the files before it. Limits are bytes, nodes and steps, never time.
 */
import type * as TreeSitter from 'web-tree-sitter';
import type { Language } from './languagesRow.ts';
export declare const PARSE_LIMITS: {
    /** UTF-16 code units. */
    readonly characters: 1000000;
    readonly nodes: 1000000;
    /** Steps of the parser per code unit read: half a step is usual, one where the text is in another language. */
    readonly stepsPerCharacter: 3;
    /** States of unfinished matches that a query may hold. */
    readonly matches: 20000;
};
export type QueryMatch = TreeSitter.QueryMatch;
/**
 * @param use reads the matches while their nodes live; it must not keep them
 * @returns why the text was not parsed, or what `use` returned
 */
export declare function parseText<T>(language: Language, text: string, use: (matches: QueryMatch[]) => T): Promise<{
    result: T;
} | {
    note: string;
}>;
