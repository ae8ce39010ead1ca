/**
 * Documents by their headings: a section's scope is the headings above it, its symbol its own. Markdown, MDX,
 * reStructuredText, AsciiDoc and Org differ only in how a heading is written.
 */
import { type Segment } from './chunksFrom.ts';
import type { Source } from './source.ts';
/** @returns sorted, disjoint segments; sections nest as their headings do */
export declare function documentSegments(source: Source): Segment[];
