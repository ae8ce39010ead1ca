/** Keys with positions to segments: which are named, which are cut at their own keys, which others may refer to. */
import type { DataDocument } from './dataModel.ts';
import { type Segment } from './segments.ts';
/** @param pointed names that a `$ref` of the same source points to; @returns sorted, disjoint segments */
export declare function keySegments(lines: readonly string[], documents: readonly DataDocument[], pointed: ReadonlySet<string>): Segment[];
