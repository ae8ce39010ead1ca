/**
 * Turns segments into chunks that cover every line. Whatever a parser misses, this file makes sure
 * that each line with text is in a chunk. Chunks are disjoint, except for the parts of a definition
 * that is too large.
 */

import { type Bounds, writeFrame } from '../base/frame.ts';
import { countWhile, lazy } from '../base/lists.ts';
import type { LineRange } from '../base/searchTypes.ts';
import type { Chunk, Definition, PreparedChunk, Reference } from '../base/types.ts';
import { MAX_NAME, qualifiedName, searchTextOf } from '../base/words.ts';
import { placeSecrets } from '../secrets/text.ts';
import { type Group, groupPieces, normaliseSegments, piecesOf, sizeOf, spanOf } from './groupPieces.ts';
import {
  endOfLine,
  indentOf,
  isBlank,
  isCloser,
  LIMITS,
  type LocatedReference,
  type Segment,
  type Source,
  segmentKey,
  withoutLine,
} from './segment.ts';

/**
 * @param segments in any order; overlaps are cut, and what lies outside of the source is ignored
 * @param references of the whole source by line, such as imports outside of all segments
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
  addDefinitions(chunks, segments);
  addReferences(chunks, references);
  placeSecrets(source.secrets, chunks, source.lineStarts).forEach((redacted, at) => {
    chunks[at]!.redacted = redacted;
  });
  return chunks;
}

const NO_BOUNDS: Bounds = new Uint8Array();

/** A definition belongs to the first chunk that holds its first line. */
function addDefinitions(chunks: Chunk[], segments: Segment[]): void {
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

/**
 * A reference belongs to every chunk that holds its line. If the line is cut, it belongs to the
 * chunks that show its name.
 */
function addReferences(chunks: Chunk[], references: LocatedReference[]): void {
  const sorted = [...references].sort((a, b) => a.line - b.line);
  let first = 0;
  for (const chunk of chunks) {
    while (first > 0 && sorted[first - 1]!.line >= chunk.startLine) first--;
    while (first < sorted.length && sorted[first]!.line < chunk.startLine) first++;
    const known = new Set(chunk.references.map(segmentKey));
    const shows = chunk.startLine === chunk.endLine ? createIncludes(chunk.text) : () => true;
    for (let at = first; at < sorted.length && sorted[at]!.line <= chunk.endLine; at++) {
      const reference = sorted[at]!;
      if (!shows(reference.name)) continue;
      const key = segmentKey(reference);
      if (known.has(key)) continue;
      known.add(key);
      chunk.references.push(withoutLine(reference));
    }
  }
}

// Tests if a text contains strings. A single test takes time by the length of the text; of many
// tests each takes time by the length of its string. A line of a megabyte mentions a hundred
// thousand names and is cut into sixty chunks, each of which gets those that it shows.

/** Sorting the ends of a text takes as long as so many plain searches. */
const FEW = 500;

/** @returns a function with the results of `text.includes` */
export function createIncludes(text: string): (wanted: string) => boolean {
  let asked = 0;
  const endsOfText = lazy(() => sortedEnds(text));
  return (wanted) => {
    asked += 1;
    if (asked <= FEW || wanted.length > MAX_NAME) return text.includes(wanted);
    const ends = endsOfText();
    const at = countWhile(ends.length, (end) => ends[end]! < wanted);
    return ends[at]?.startsWith(wanted) === true;
  };
}

/** Returns what begins at each place of a text, as much as the longest name has. */
function sortedEnds(text: string): string[] {
  return Array.from({ length: text.length + 1 }, (_, at) => text.slice(at, at + MAX_NAME)).sort();
}

/**
 * Adds the words to the chunk object itself: a copy with so many fields takes V8 50 times as long.
 * @param identifiers those of the text, if the caller has them already
 */
export function prepareChunk(chunk: Chunk, identifiers?: readonly string[]): PreparedChunk {
  const defines = chunk.defines.map(({ name }) => name);
  const references = chunk.references.map(({ name }) => name);
  return Object.assign(chunk, searchTextOf(chunk.text, defines, references, identifiers));
}

// Turns a group of pieces into a chunk, or into several if it has too many lines or bytes. It is
// cut at blank lines and at low indentation, and inside of a line only if that alone is too long.

function splitGroup(source: Source, group: Group, bounds: Bounds): Chunk[] {
  const main = mainOf(group);
  const owner = group[0]!.owner;
  const shown = main ?? owner;
  const isDefinition = main !== null && main.kind !== 'text';
  const { startLine, endLine } = spanOf(group);
  const ranges = rangesOf(source, startLine, endLine, isDefinition ? LIMITS.overlapLines : 0);
  const references = referencesOf(group);
  const parts = isDefinition ? ranges.length : 1;
  const definition = definitionRange(shown);
  const parentChunk =
    parts > 1 || main === null ? qualifiedName(shown ?? { scope: [], symbol: '' }) : main.scope.join('.');
  return ranges.map(({ startLine, endLine, startByte, endByte, text }, index) => ({
    kind: shown?.kind ?? 'text',
    symbol: shown?.symbol ?? '',
    scope: shown?.scope ?? [],
    signature: shown?.signature ?? '',
    nodeType: shown?.nodeType ?? 'lines',
    redacted: '',
    frame: writeFrame({ startLine, endLine }, definition, bounds),
    startLine,
    endLine,
    startByte,
    endByte,
    part: isDefinition ? index + 1 : 1,
    parts,
    parentChunk,
    text,
    doc: main?.doc ?? '',
    defines: [],
    references: ranges.length === 1 ? [...references] : references.filter(({ name }) => text.includes(name)),
  }));
}

/**
 * Returns the definition that names the chunk: the largest one, or in a group of small ones the
 * first.
 */
function mainOf(group: Group): Segment | null {
  const defining = group.filter((piece) => piece.segment !== null);
  const large = defining.filter((piece) => sizeOf(piece) >= LIMITS.minLines);
  const largest = large.sort((a, b) => sizeOf(b) - sizeOf(a))[0];
  return (
    (defining.findLast((piece) => piece.header && piece.segment!.kind !== 'module') ?? largest ?? defining[0])
      ?.segment ?? null
  );
}

/**
 * Returns the lines of the definition without the comments above; null for a segment without a
 * name.
 */
function definitionRange(segment: Segment | null): LineRange | null {
  if (segment === null || segment.symbol === '') return null;
  const { startLine, endLine } = segment.defines.find(({ name }) => name === segment.symbol) ?? segment;
  return { startLine, endLine };
}

function referencesOf(group: Group): Reference[] {
  const found = new Map<string, Reference>();
  for (const piece of group) {
    if (piece.segment !== null) collect(piece.segment, piece.header);
  }
  return [...found.values()];

  function collect(segment: Segment, header: boolean): void {
    for (const reference of segment.references) found.set(segmentKey(reference), reference);
    if (!header) for (const child of segment.children) collect(child, false);
  }
}

// Cuts ranges with too many lines or bytes: at blank lines and at low indentation, and inside of a
// line only if that alone is too long.

interface TextRange {
  startLine: number;
  endLine: number;
  startByte: number;
  endByte: number;
  text: string;
}

/** A long text is cut at the best line among this many before and after the ideal one. */
const WINDOW = 12;

/** @param overlap lines that two neighbouring ranges share; 0 if a line itself had to be cut */
function rangesOf(source: Source, startLine: number, endLine: number, overlap: number): TextRange[] {
  const ranges: TextRange[] = [];
  const starts = cutLines(source, startLine, endLine);
  for (const [index, start] of starts.entries()) {
    const end = (starts[index + 1] ?? endLine + 1) - 1;
    const from = index > 0 ? Math.max(starts[index - 1]! + 1, start - overlap) : start;
    addLines(source, ranges, from, end);
  }
  return ranges;
}

/**
 * Returns the lines at which ranges begin: about `targetLines` apart if there are more than
 * `maxLines`.
 */
function cutLines(source: Source, startLine: number, endLine: number): number[] {
  const size = endLine - startLine + 1;
  if (size <= LIMITS.maxLines) return [startLine];
  const count = Math.ceil(size / LIMITS.targetLines);
  const starts = [startLine];
  for (let part = 1; part < count; part++) {
    const ideal = startLine + Math.round((part * size) / count);
    starts.push(
      bestCut(source, ideal, Math.max(starts.at(-1)! + 1, ideal - WINDOW), Math.min(endLine, ideal + WINDOW)),
    );
  }
  return starts;
}

/**
 * Rates a cut; lower is better. It is the indentation of the next line, less if a blank line
 * precedes it, more if the line only closes something, and with the distance to the ideal.
 */
function bestCut(source: Source, ideal: number, from: number, to: number): number {
  let best = ideal;
  let bestScore = Number.POSITIVE_INFINITY;
  for (let line = from; line <= to; line++) {
    if (isBlank(source, line)) continue;
    const text = source.lines[line - 1]!;
    const change = (isCloser(text) ? 8 : 0) - (isBlank(source, line - 1) ? 8 : 0);
    const score = indentOf(text) + change + Math.abs(line - ideal) / 2;
    if (score >= bestScore) continue;
    best = line;
    bestScore = score;
  }
  return best;
}

function addLines(source: Source, ranges: TextRange[], startLine: number, endLine: number): void {
  let start = startLine;
  let end = endLine;
  while (start <= end && isBlank(source, start)) start++;
  while (start <= end && isBlank(source, end)) end--;
  if (start > end) return;
  const startByte = source.lineStarts[start - 1]!;
  const endByte = endOfLine(source, end);
  if (endByte - startByte <= LIMITS.maxBytes) {
    ranges.push({
      startLine: start,
      endLine: end,
      startByte,
      endByte,
      text: source.lines.slice(start - 1, end).join('\n'),
    });
  } else if (start === end) {
    addSlices(source, ranges, start, startByte, endByte);
  } else {
    let last = start;
    while (last < end - 1 && endOfLine(source, last + 1) - startByte <= LIMITS.maxBytes) last++;
    addLines(source, ranges, start, last);
    addLines(source, ranges, last + 1, end);
  }
}

function addSlices(source: Source, ranges: TextRange[], line: number, startByte: number, endByte: number): void {
  const decoder = new TextDecoder(source.encoding, { ignoreBOM: true });
  for (let from = startByte; from < endByte; ) {
    const to = from + LIMITS.maxBytes >= endByte ? endByte : characterStart(source, from + LIMITS.maxBytes);
    const text = decoder.decode(source.bytes.subarray(from, to));
    if (text.trim() !== '') ranges.push({ startLine: line, endLine: line, startByte: from, endByte: to, text });
    from = to;
  }
}

/** Returns the beginning of the character that holds the byte. Invalid bytes are cut anywhere. */
function characterStart(source: Source, at: number): number {
  const { bytes } = source;
  if (source.encoding === 'utf-8') {
    for (let back = 0; back < 4; back++) if ((bytes[at - back]! & 0xc0) !== 0x80) return at - back;
    return at;
  }
  const high = bytes[source.encoding === 'utf-16le' ? at + 1 : at]!;
  return high >= 0xdc && high <= 0xdf ? at - 2 : at;
}
