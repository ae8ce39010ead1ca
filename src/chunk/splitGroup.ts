/**
 * A group of pieces to its chunks: one, or several where it holds more lines or bytes than a chunk
 * may. It is cut at blank lines and low indentation, and inside a line only where that alone is too
 * long.
 */

import { type Bounds, writeFrame } from '../base/frame.ts';
import type { LineRange } from '../base/searchTypes.ts';
import type { Chunk, Reference } from '../base/types.ts';
import { type Group, sizeOf, spanOf } from './groupPieces.ts';
import { LIMITS, type Segment, segmentKey } from './segment.ts';
import { endOfLine, isBlank, type Source } from './source.ts';

export function splitGroup(source: Source, group: Group, bounds: Bounds): Chunk[] {
  const main = mainOf(group);
  const owner = group[0]!.owner;
  const shown = main ?? owner;
  const isDefinition = main !== null && main.kind !== 'text';
  const { startLine, endLine } = spanOf(group);
  const ranges = rangesOf(source, startLine, endLine, isDefinition ? LIMITS.overlapLines : 0);
  const references = referencesOf(group);
  const parts = isDefinition ? ranges.length : 1;
  const definition = definitionRange(shown);
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

/**
 * The definition that gives the chunk its name: the largest, or in a group of small ones the first.
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
 * Returns the range that `defines` has, without the comments above; null for a segment without a
 * name.
 */
function definitionRange(segment: Segment | null): LineRange | null {
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
    for (const reference of segment.references) found.set(segmentKey(reference), reference);
    if (!header) for (const child of segment.children) collect(child, false);
  }
}

// Where too many lines or bytes are cut: at blank lines and low indentation, and inside a line only
// where it alone is too long.

interface TextRange {
  startLine: number;
  endLine: number;
  startByte: number;
  endByte: number;
  text: string;
}

/** The distance from the ideal place within which a better one is looked for. */
const WINDOW = 12;

/**
 * @param overlap lines that two neighbouring ranges share; none where a line itself had to be cut
 */
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

/** The lines where ranges begin: about `targetLines` apart where there are more than `maxLines`. */
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
 * Lower is better: the indentation of the line that would begin, less where a blank line precedes
 * it, more the farther off.
 */
function bestCut(source: Source, ideal: number, from: number, to: number): number {
  let best = ideal;
  let bestScore = Number.POSITIVE_INFINITY;
  for (let line = from; line <= to; line++) {
    if (isBlank(source, line)) continue;
    const score = indentOf(source.lines[line - 1]!) - (isBlank(source, line - 1) ? 8 : 0) + Math.abs(line - ideal) / 2;
    if (score >= bestScore) continue;
    best = line;
    bestScore = score;
  }
  return best;
}

/**
 * Columns of leading white space, a tab counted as four. A line that only closes something is as
 * deep as what it closes.
 */
function indentOf(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === '\t') columns += 4;
    else if (character === ' ') columns += 1;
    else return /^[})\]]/.test(line.trimStart()) ? columns + 8 : columns;
  }
  return columns;
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

/**
 * The start of the character that the byte belongs to. Bytes that are no valid text are cut as they
 * come.
 */
function characterStart(source: Source, at: number): number {
  const { bytes } = source;
  if (source.encoding === 'utf-8') {
    for (let back = 0; back < 4; back++) if ((bytes[at - back]! & 0xc0) !== 0x80) return at - back;
    return at;
  }
  const high = bytes[source.encoding === 'utf-16le' ? at + 1 : at]!;
  return high >= 0xdc && high <= 0xdf ? at - 2 : at;
}
