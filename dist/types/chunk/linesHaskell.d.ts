/**
 * Haskell (Elm, PureScript) by its layout: a signature, its equations and its pragmas are one definition, with the
 * comment above; data, classes and instances have their bodies; the imports are one segment. No grammar: the package
 * of grammars has none for it.
 */
import type { Segment } from './segments.ts';
export { haskellReferences } from './linesHaskellReferences.ts';
export declare function isHaskell(language: string): boolean;
/** @param lines without \r; @returns sorted, disjoint segments */
export declare function haskellSegments(lines: readonly string[]): Segment[];
