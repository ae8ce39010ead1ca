/**
 * Which headers of the view include which: what a C file sees of the types and macros of others. Only headers that are asked
 * for are read, each once for a view.
 */
import type { PathIndex } from './pathIndex.ts';
import type { SourceFile } from './readFiles.ts';
import type { SymbolContext } from './rowsOfName.ts';
/** Path → the files that it includes. */
export type IncludeGraph = ReadonlyMap<string, readonly string[]>;
/** @returns what a file of the family includes itself; nothing for others */
export declare function directIncludes({ imports, language }: SourceFile, path: string, index: PathIndex): string[];
/** @returns a graph that holds all that can be reached from the files */
export declare function includeGraphOf(context: SymbolContext, index: PathIndex, from: Iterable<string>): Promise<IncludeGraph>;
/** All files that the given ones include, themselves and what these include with them. */
export declare function includedBy(graph: IncludeGraph, direct: Iterable<string>): Set<string>;
