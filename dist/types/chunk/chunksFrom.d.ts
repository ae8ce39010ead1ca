/**
 * Segments to chunks: what a parser found becomes chunks that cover every line. Whatever a parser left out or got wrong,
 * coverage is guaranteed here, for every kind of content: each non-blank line is in a chunk, and ranges are disjoint but
 * for the parts of a definition that was too large.
 */
import type { Bounds } from '../base/frame.ts';
import type { Chunk } from '../base/types.ts';
import { type LocatedReference, type Segment } from './segment.ts';
import type { Source } from './source.ts';
export { LIMITS, type LocatedReference, type Segment } from './segment.ts';
/**
 * @param segments in any order; what overlaps is cut, what lies outside of the source is ignored
 * @param references of the whole source by line, e.g. the imports that no segment holds
 * @returns chunks in the order of their lines
 */
export declare function chunksFrom(source: Source, segments: Segment[], references?: LocatedReference[], bounds?: Bounds): Chunk[];
/** @returns what `text.includes` returns */
export declare function createIncludes(text: string): (wanted: string) => boolean;
