/** What Haskell code mentions: imports with their items, the types of signatures, the functions of bodies. By words, not by scope. */
import type { LocatedReference, Segment } from './segments.ts';
/** @param segments of the same lines: what they define themselves is no reference */
export declare function haskellReferences(lines: readonly string[], segments: readonly Segment[]): LocatedReference[];
