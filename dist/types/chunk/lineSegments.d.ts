/** The chunker of everything that no parser reads: definitions where one small table of patterns knows how they begin,
 * paragraphs elsewhere. It never fails: it only looks at lines. */
import type { Segment } from './chunksFrom.ts';
import type { Source } from './source.ts';
/** @returns sorted, disjoint segments; small gaps between definitions are left to `chunksFrom` */
export declare function lineSegments(source: Source): Segment[];
