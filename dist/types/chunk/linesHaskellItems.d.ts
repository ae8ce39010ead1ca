/**
 * The top level of a Haskell file (and of Elm and PureScript, which share its layout): what begins in the first column.
 *
 *   -- | A comment.        comment
 *   {-# INLINE foo #-}     pragma
 *   #if MIN_VERSION…       directive
 *   foo :: Int -> Int      declaration, with the indented lines that follow
 */
import type { ChunkKind } from '../types.ts';
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
