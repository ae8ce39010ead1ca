/**
 * The only door to tree-sitter: text in, the matches of a language's query out. Grammars are loaded when first asked for.
 * A crash inside the WebAssembly leaves its memory in doubt, so the whole runtime is thrown away and loaded afresh: no
 * file's chunks depend on the files before it. Limits are bytes, nodes, steps, work and memory, never time. What the machine lacks
 * is never said of a text: a crash counts as the text's own where it comes again in a fresh runtime that got all the memory
 * it asked for; any other one is an error of this run.
 */
import type * as TreeSitter from 'web-tree-sitter';
import type { Language } from '../languages/languagesRow.ts';
export declare const PARSE_LIMITS: {
    /** UTF-16 code units. */
    readonly characters: 1000000;
    readonly nodes: 1000000;
    /** Steps of the parser per code unit read: half a step is usual, one where the text is in another language. */
    readonly stepsPerCharacter: 3;
    /** States of unfinished matches that a query may hold. */
    readonly matches: 20000;
    /** Calls and turns of loops inside the WebAssembly: 40 to 450 for a code unit are usual, three hundred million take a second. */
    readonly workPerCharacter: 600;
    readonly freeWork: 100000000;
    /** Bytes that the WebAssembly may hold: a text that wants more is at fault, and no machine's size decides that. */
    readonly memory: number;
};
export type QueryMatch = TreeSitter.QueryMatch;
/** The parser could not be used, and not because of the text: another run may do better. What the machine lacks is a CoraError STORE. */
export declare class ParserUnavailable extends Error {
}
/** Offsets in UTF-16 code units, half-open. */
export interface Span {
    start: number;
    end: number;
}
/** What a language's query finds in a tree. */
export interface Matches {
    matches: QueryMatch[];
    /** The named children of what it captures as `statements`: asked for at once, they cost a quarter of as many matches. */
    statements: Span[];
}
/**
 * @param use reads the matches while their nodes live; it must not keep them
 * @returns why the text was not parsed, or what `use` returned
 * @throws CoraError STORE for want of memory or the like, ParserUnavailable where it cannot be used otherwise
 */
export declare function parseText<T>(language: Language, text: string, use: (found: Matches) => T): Promise<{
    result: T;
} | {
    note: string;
}>;
/** True where so many runtimes have crashed in this thread that another one should go on. */
export declare function isWornOut(): boolean;
export declare function hasLongRuns(tree: TreeSitter.Tree, text: string): boolean;
