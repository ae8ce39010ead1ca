/**
 * Segments to chunks: what a parser found becomes chunks that cover every line. Whatever a parser left out or got wrong,
 * coverage is guaranteed here, for every kind of content: each non-blank line is in a chunk, and ranges are disjoint but
 * for the parts of a definition that was too large.
 */

import type { Bounds } from '../base/frame.ts';
import type { Chunk, Definition } from '../base/types.ts';
import { placeSecrets } from '../secrets/placeSecrets.ts';
import { groupPieces } from './segmentsGroup.ts';
import { keyOf, type LocatedReference, type Segment } from './segmentsModel.ts';
import { normaliseSegments, piecesOf } from './segmentsPieces.ts';
import { splitGroup } from './segmentsSplit.ts';
import type { Source } from './source.ts';
import { createIncludes } from './substrings.ts';

export { LIMITS, type LocatedReference, type Segment } from './segmentsModel.ts';

/**
 * @param segments in any order; what overlaps is cut, what lies outside of the source is ignored
 * @param references of the whole source by line, e.g. the imports that no segment holds
 * @returns chunks in the order of their lines
 */
export function chunksFrom(
  source: Source,
  segments: Segment[],
  references: LocatedReference[] = [],
  bounds: Bounds = NO_BOUNDS,
): Chunk[] {
  const normal = normaliseSegments(segments, 1, source.lines.length);
  const groups = groupPieces(source, piecesOf(source, normal));
  const chunks = groups.flatMap((group) => splitGroup(source, group, bounds));
  placeDefinitions(chunks, segments);
  placeReferences(chunks, references);
  placeSecrets(source.secrets, chunks, source.lineStarts).forEach((redacted, at) => {
    chunks[at]!.redacted = redacted;
  });
  return chunks;
}

const NO_BOUNDS: Bounds = new Uint8Array();

/** A definition belongs to the first chunk that holds the line where it starts. */
function placeDefinitions(chunks: Chunk[], segments: Segment[]): void {
  const definitions = definitionsOf(segments).sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
  const known = new Set<string>();
  let at = 0;
  for (const definition of chunks.length === 0 ? [] : definitions) {
    while (at < chunks.length - 1 && chunks[at]!.endLine < definition.startLine) at++;
    const key = `${definition.startLine} ${definition.name}`;
    if (!known.has(key)) chunks[at]!.defines.push(definition);
    known.add(key);
  }
}

function definitionsOf(segments: Segment[]): Definition[] {
  return segments.flatMap((segment) => [...segment.defines, ...definitionsOf(segment.children)]);
}

/** A reference belongs to every chunk that holds its line; where a line is cut, to those that show its name. */
function placeReferences(chunks: Chunk[], references: LocatedReference[]): void {
  const sorted = [...references].sort((a, b) => a.line - b.line);
  let first = 0;
  for (const chunk of chunks) {
    while (first > 0 && sorted[first - 1]!.line >= chunk.startLine) first--;
    while (first < sorted.length && sorted[first]!.line < chunk.startLine) first++;
    const known = new Set(chunk.references.map(keyOf));
    const shows = chunk.startLine === chunk.endLine ? createIncludes(chunk.text) : () => true;
    for (let at = first; at < sorted.length && sorted[at]!.line <= chunk.endLine; at++) {
      if (!shows(sorted[at]!.name)) continue;
      const { line: _, ...reference } = sorted[at]!;
      if (known.has(keyOf(reference))) continue;
      known.add(keyOf(reference));
      chunk.references.push(reference);
    }
  }
}
