/** A group of pieces to its chunks: one, or several where it holds more lines or bytes than a chunk may. */

import { type Bounds, writeFrame } from '../base/frame.ts';
import type { LineRange } from '../base/searchTypes.ts';
import type { Chunk, Reference } from '../base/types.ts';
import { type Group, spanOf } from './segmentsGroup.ts';
import { keyOf, LIMITS, type Segment } from './segmentsModel.ts';
import { sizeOf } from './segmentsPieces.ts';
import { rangesOf } from './segmentsRanges.ts';
import type { Source } from './source.ts';

export function splitGroup(source: Source, group: Group, bounds: Bounds): Chunk[] {
  const main = mainOf(group);
  const owner = group[0]!.owner;
  const shown = main ?? owner;
  const isDefinition = main !== null && main.kind !== 'text';
  const { startLine, endLine } = spanOf(group);
  const ranges = rangesOf(source, startLine, endLine, isDefinition ? LIMITS.overlapLines : 0);
  const references = referencesOf(group);
  const parts = isDefinition ? ranges.length : 1;
  const definition = rangeOf(shown);
  return ranges.map(({ text, ...range }, index) => ({
    kind: shown?.kind ?? 'text',
    symbol: shown?.symbol ?? '',
    scope: shown?.scope ?? [],
    signature: shown?.signature ?? '',
    nodeType: shown?.nodeType ?? 'lines',
    redacted: '',
    frame: writeFrame(range, definition, bounds),
    ...range,
    part: isDefinition ? index + 1 : 1,
    parts,
    parentChunk: parts > 1 || main === null ? pathOf(shown) : (main.scope ?? []).join('.'),
    text,
    doc: main?.doc ?? '',
    defines: [],
    references: ranges.length === 1 ? [...references] : references.filter(({ name }) => text.includes(name)),
  }));
}

/** The definition that gives the chunk its name: the largest, or in a group of small ones the first. */
function mainOf(group: Group): Segment | null {
  const defining = group.filter((piece) => piece.segment !== null);
  const large = defining.filter((piece) => sizeOf(piece) >= LIMITS.minLines);
  const largest = large.sort((a, b) => sizeOf(b) - sizeOf(a))[0];
  return (
    (defining.findLast((piece) => piece.header && piece.segment!.kind !== 'module') ?? largest ?? defining[0])
      ?.segment ?? null
  );
}

/** As `defines` has it, without the comments above; null for what has no name. */
function rangeOf(segment: Segment | null): LineRange | null {
  if (segment === null || segment.symbol === '') return null;
  const { startLine, endLine } = segment.defines.find(({ name }) => name === segment.symbol) ?? segment;
  return { startLine, endLine };
}

function pathOf(segment: Segment | null): string {
  return segment === null ? '' : [...segment.scope, segment.symbol].filter((name) => name !== '').join('.');
}

function referencesOf(group: Group): Reference[] {
  const found = new Map<string, Reference>();
  for (const piece of group) {
    if (piece.segment !== null) collect(piece.segment, piece.header);
  }
  return [...found.values()];

  function collect(segment: Segment, header: boolean): void {
    for (const reference of segment.references) found.set(keyOf(reference), reference);
    if (!header) for (const child of segment.children) collect(child, false);
  }
}
