/**
 * Haskell (Elm, PureScript) by its layout: a signature, its equations and its pragmas are one definition, with the
 * comment above; data, classes and instances have their bodies; the imports are one segment. No grammar: the package
 * of grammars has none for it.
 */
import type { ChunkKind } from '../base/types.ts';
import type { LocatedReference, Segment } from './chunksFrom.ts';
export declare function isHaskell(language: string): boolean;
/** @param lines without \r; @returns sorted, disjoint segments */
export declare function haskellSegments(lines: readonly string[]): Segment[];
export interface HaskellItem {
    role: 'comment' | 'pragma' | 'directive' | 'declaration';
    /** 1-based, inclusive, without blank lines at the end. */
    startLine: number;
    endLine: number;
    /** 'text' where nothing is named: a splice, an infix declaration. */
    kind: ChunkKind;
    isImport: boolean;
    isInstance: boolean;
    /** Several in `a, b :: Int`; an instance's is its head. */
    names: string[];
}
export declare function haskellItems(lines: readonly string[]): HaskellItem[];
/** The function that an equation defines: of `f x = …`, of ``x `f` y = …`` and of `x <+> y = …`. A splice defines nothing. */
export declare function equationName(text: string): string;
/** @param segments of the same lines: what they define themselves is no reference */
export declare function haskellReferences(lines: readonly string[], segments: readonly Segment[]): LocatedReference[];
