/**
 * The definitions that begin at a line, found with one language's line rules. One pass: a stack of open definitions,
 * closed by indentation (or by the next start). Comments and annotations directly above belong to a definition.
 */
import { type LineRules } from './linesModel.ts';
import type { Segment } from './segments.ts';
/** @returns sorted segments; members are children */
export declare function definitionsIn(lines: readonly string[], rules: LineRules): Segment[];
