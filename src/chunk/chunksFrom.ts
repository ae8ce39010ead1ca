/**
 * Segments to chunks: what a parser found becomes chunks that cover every line. Whatever a parser
 * left out or got wrong, coverage is guaranteed here, for every kind of content: each non-blank
 * line is in a chunk, and ranges are disjoint but for the parts of a definition that was too large.
 */

import type { Bounds } from '../base/frame.ts';
import type { Chunk, Definition, PreparedChunk } from '../base/types.ts';
import { searchTextOf } from '../base/words.ts';
import { placeSecrets } from '../secrets/text.ts';
import { groupPieces, normaliseSegments, piecesOf } from './groupPieces.ts';
import { type LocatedReference, type Segment, segmentKey } from './segment.ts';
import type { Source } from './source.ts';
import { splitGroup } from './splitGroup.ts';

export { LIMITS, type LocatedReference, type Segment } from './segment.ts';

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
  addDefinitions(chunks, segments);
  addReferences(chunks, references);
  placeSecrets(source.secrets, chunks, source.lineStarts).forEach((redacted, at) => {
    chunks[at]!.redacted = redacted;
  });
  return chunks;
}

const NO_BOUNDS: Bounds = new Uint8Array();

/** A definition belongs to the first chunk that holds the line where it starts. */
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
 * A reference belongs to every chunk that holds its line; where a line is cut, to those that show
 * its name.
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
      if (!shows(sorted[at]!.name)) continue;
      const { line: _, ...reference } = sorted[at]!;
      if (known.has(segmentKey(reference))) continue;
      known.add(segmentKey(reference));
      chunk.references.push(reference);
    }
  }
}

// Tells whether a text holds a string, for many strings: asking once costs the length of the text,
// asking often the length of each string. A line of a megabyte mentions a hundred thousand names
// and is cut into sixty chunks, each of which gets those that it shows.
//
// The automaton of all substrings of a text, which a text of n characters builds in n steps, at
// most 2n states: Blumer, Blumer, Haussler, Ehrenfeucht, Chen, Seiferas: The smallest automaton
// recognizing the subwords of a text, TCS 40 (1985).

/** Building costs as much as so many looks. */
const FEW = 500;

/** @returns what `text.includes` returns */
export function createIncludes(text: string): (wanted: string) => boolean {
  let asked = 0;
  let automaton: State[] | undefined;
  return (wanted) => {
    asked += 1;
    if (asked <= FEW) return text.includes(wanted);
    automaton ??= automatonOf(text);
    return accepts(automaton, wanted);
  };
}

interface State {
  /** By UTF-16 code unit, places in the list of states. */
  next: Map<number, number>;
  /** The length of the longest substring that leads here. */
  length: number;
  /** The state of its longest end that leads elsewhere; -1 for the start. */
  link: number;
}

function accepts(states: readonly State[], wanted: string): boolean {
  let at: number | undefined = 0;
  for (let index = 0; index < wanted.length && at !== undefined; index++) {
    at = states[at]!.next.get(wanted.charCodeAt(index));
  }
  return at !== undefined;
}

function automatonOf(text: string): State[] {
  const states: State[] = [{ next: new Map(), length: 0, link: -1 }];
  let last = 0;
  for (let index = 0; index < text.length; index++) last = appendCode(states, last, text.charCodeAt(index));
  return states;
}

/** @returns the state of the whole text so far */
function appendCode(states: State[], last: number, code: number): number {
  const added = states.push({ next: new Map(), length: states[last]!.length + 1, link: 0 }) - 1;
  let from = last;
  while (from !== -1 && !states[from]!.next.has(code)) {
    states[from]!.next.set(code, added);
    from = states[from]!.link;
  }
  if (from === -1) return added;
  const target = states[from]!.next.get(code)!;
  states[added]!.link =
    states[from]!.length + 1 === states[target]!.length ? target : split(states, from, code, target);
  return added;
}

/**
 * Splits the target, which has two meanings now: the shorter substrings get a state of their own.
 */
function split(states: State[], from: number, code: number, target: number): number {
  const { next, link } = states[target]!;
  const clone = states.push({ next: new Map(next), length: states[from]!.length + 1, link }) - 1;
  for (let at = from; at !== -1 && states[at]!.next.get(code) === target; at = states[at]!.link) {
    states[at]!.next.set(code, clone);
  }
  states[target]!.link = clone;
  return clone;
}

/** @param identifiers those in the text, where they are known already */
export function prepareChunk(chunk: Chunk, identifiers?: readonly string[]): PreparedChunk {
  const defines = chunk.defines.map(({ name }) => name);
  const references = chunk.references.map(({ name }) => name);
  return { ...chunk, ...searchTextOf(chunk.text, defines, references, identifiers) };
}
