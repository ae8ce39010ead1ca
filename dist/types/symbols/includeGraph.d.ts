/** Which headers of the view include which: what a C file sees of the types and macros of others. Read once for a view. */
import type { PathIndex } from './pathIndex.ts';
import type { SymbolContext } from './rowsOfName.ts';
/** Path → the files that it includes. */
export type IncludeGraph = ReadonlyMap<string, readonly string[]>;
export declare function isIncluding(language: string): boolean;
export declare function includeGraphOf(context: SymbolContext, index: PathIndex): Promise<IncludeGraph>;
/** All files that the given ones include, themselves and what these include with them. */
export declare function includedBy(graph: IncludeGraph, direct: Iterable<string>): Set<string>;
