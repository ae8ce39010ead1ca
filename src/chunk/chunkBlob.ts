/**
 * Chunks one blob: chooses the reader of its content, and falls back to lines if that fails. Source
 * code, with its parts in other languages, is parsed here.
 */

import { type Bounds, FRAME_BEGIN, FRAME_END, SHOWN_LINES } from '../base/frame.ts';
import type { Chunk, ChunkedBlob, PreparedChunk } from '../base/types.ts';
import type { Syntax } from '../languages/language.ts';
import { syntaxOf } from '../languages/languages.ts';
import { chunksFrom, prepareChunk } from './chunksFrom.ts';
import { type Captures, capturesOf, joinReadings, type TextReading } from './codeCaptures.ts';
import { documentSegments } from './documentSegments.ts';
import { lineSegments } from './lineSegments.ts';
import { linksIn } from './links.ts';
import { nestDefinitions } from './nestDefinitions.ts';
import { parseText } from './parser.ts';
import {
  FILLED,
  indexLines,
  type LineIndex,
  type LocatedReference,
  type Segment,
  type Source,
  sourceOf,
} from './segment.ts';
import type { Span } from './treeQueries.ts';

/**
 * @param language a name of languages.ts; an unknown one is chunked by lines
 * @returns null for binary content; `note` says why a parser was not used
 */
export async function chunkBlob(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null> {
  const source = sourceOf(bytes, language);
  if (source === null) return null;
  const { segments, references, statements, note } = await readSource(source);
  const bounds = boundsOf(source.lines, segments, statements);
  const chunks = chunksFrom(source, segments, references, bounds);
  const isTooMany = chunks.length > MANY && bytes.length < chunks.length * LEAST_BYTES;
  if (!isTooMany && namesAround(chunks) <= MOST_AROUND) return { chunks: prepared(chunks), note };
  const plain = chunksFrom(source, [], [], boundsOf(source.lines, [], null));
  return { chunks: prepared(plain), note: isTooMany ? TOO_MANY : TOO_LONG };
}

/**
 * So many chunks with fewer bytes than this, on average, come of headings or definitions that were
 * made for it: a megabyte can have 90,000, each with a row of 1,000 bytes.
 */
const MANY = 20_000;
const LEAST_BYTES = 50;
const TOO_MANY = 'not parsed: its definitions or sections are too many and too short';

/**
 * Characters of the names around all chunks of a file. Each chunk has those of all definitions that
 * it lies in, so a megabyte of them, made for that, takes gigabytes.
 */
const MOST_AROUND = 4 * 2 ** 20;
const TOO_LONG = 'not parsed: the names of what its definitions lie in are too long';

function namesAround(chunks: readonly Chunk[]): number {
  let sum = 0;
  for (const { scope, parentChunk } of chunks) {
    sum += parentChunk.length;
    for (const name of scope) sum += name.length;
  }
  return sum;
}

function prepared(chunks: readonly Chunk[]): PreparedChunk[] {
  return chunks.map((chunk) => prepareChunk(chunk));
}

interface Read {
  segments: Segment[];
  references: LocatedReference[];
  /** Null if the content is no code, or could not be parsed. */
  statements: Bounds | null;
  note: string | null;
}

async function readSource(source: Source): Promise<Read> {
  const language = syntaxOf(source.language, source.text);
  if (language === null) return { segments: await plainSegments(source), references: [], statements: null, note: null };
  const code = await codeSegments(source, language);
  if ('note' in code) return { segments: lineSegments(source), references: [], statements: null, note: code.note };
  return { ...code, references: [...code.references, ...linksIn(source)], note: null };
}

/**
 * Data that its parser cannot read is a template or broken; this is so common that it gets no note.
 * The parsers are loaded with the first file that may need one.
 */
async function plainSegments(source: Source): Promise<Segment[]> {
  const document = documentSegments(source);
  if (document !== null) return document;
  const { dataSegments } = await import('./dataSegments.ts');
  return dataSegments(source) ?? lineSegments(source);
}

// Turns source code into segments and references: parses it, runs the query, and nests the
// definitions.

interface CodeSegments {
  segments: Segment[];
  references: LocatedReference[];
  statements: Bounds;
}

/**
 * @returns a note if the text could not be parsed. A tree with errors gives the segments that could
 * be recognised
 */
export async function codeSegments(source: Source, language: Syntax): Promise<CodeSegments | { note: string }> {
  const lines = indexLines(source.lines);
  const statements = noBounds(source.lines);
  const found = await read(source.text);
  if ('note' in found) return found;
  for (const part of language.embedded?.(source.text) ?? []) {
    const inner = syntaxOf(part.language);
    const embedded = inner === null ? null : await read(part.text, inner);
    if (embedded === null || 'note' in embedded) continue;
    for (const segment of embedded.segments) putInside(found.segments, segment);
    for (const reference of embedded.references) found.references.push(reference);
  }
  return found;

  async function read(text: string, by = language): Promise<CodeSegments | { note: string }> {
    const prepared = by.prepare?.(text) ?? text;
    const whole = await parse(prepared, by);
    if ('note' in whole) return whole;
    const { references, ...captures } = whole.hasError ? await readBranches(prepared, by, whole.result) : whole.result;
    addStatements(statements, source.text, captures, lines);
    return { statements, segments: nestDefinitions(source.text, by, captures, lines), references };
  }

  function parse(text: string, by: Syntax) {
    return parseText(by, text, (found) => capturesOf(source.text, found, lines.lineAt, by.separator));
  }

  async function readBranches(text: string, by: Syntax, whole: Captures): Promise<Captures> {
    const readings: TextReading[] = [];
    for (const branch of by.branches?.(text) ?? []) {
      const parsed = await parse(branch, by);
      if (!('note' in parsed)) readings.push({ text: branch, captures: parsed.result });
    }
    const [first, ...others] = [...readings, { text, captures: whole }];
    return joinReadings([first!, ...others], lines);
  }
}

/** Puts a segment among the members of the smallest one around it, or beside the others. */
function putInside(segments: Segment[], inner: Segment): void {
  const outer = segments.find((segment) => segment.startLine <= inner.startLine && inner.endLine <= segment.endLine);
  if (outer === undefined) segments.push(inner);
  else putInside(outer.children, inner);
}

// The lines at which an excerpt of a file may begin and end.

/** An excerpt may leave a longer comment out and begin below it. */
const MOST_COMMENT_LINES = 20;

/** Some grammars count white space at its end to a statement; so much of it is skipped. */
const MOST_BLANK = 200;

function noBounds(lines: readonly string[]): Bounds {
  return new Uint8Array(lines.length + 1);
}

/**
 * A statement counts if nothing stands before it on its first line; on its last line a separator
 * and a comment may follow. It includes the comment above it, and a decorator that the grammar puts
 * beside it.
 */
function addStatements(
  bounds: Bounds,
  text: string,
  { statements, statementEnds, comments, decorators }: Omit<Captures, 'references'>,
  { lineAt, firstAt }: LineIndex,
): void {
  const commentStarts = new Set(comments.map(({ start }) => start));
  const decoratorStarts = new Set(decorators.map(({ start }) => start));
  for (const span of statements) {
    if (commentStarts.has(span.start) || decoratorStarts.has(span.start)) continue;
    if (!isFirst(span.start) || lastOf(span) === span.start) continue;
    bounds[lineAt(span.start)]! |= FRAME_BEGIN;
    addEnd(span);
  }
  for (const span of statementEnds) addEnd(span);
  for (const { start, end } of leadsOf([...comments, ...decorators])) addLead(bounds, start, end);

  function isFirst(offset: number): boolean {
    return firstAt(offset, FILLED) === offset;
  }

  function lastOf({ start, end }: Span): number {
    let last = end;
    while (last > start && end - last < MOST_BLANK && isBlank(text, last - 1)) last -= 1;
    return last;
  }

  function isLast(end: number): boolean {
    let next = end;
    while (next < text.length && AFTER.has(text[next]!)) next += 1;
    return next >= text.length || text[next] === '\n' || commentStarts.has(next);
  }

  function addEnd(span: Span): void {
    const last = lastOf(span);
    if (isLast(last)) bounds[lineAt(last - 1)]! |= FRAME_END;
  }

  /** Returns runs of comments and decorators on lines of their own. */
  function leadsOf(spans: Span[]): { start: number; end: number }[] {
    const runs: { start: number; end: number }[] = [];
    for (const span of spans.sort((a, b) => a.start - b.start)) {
      if (!isFirst(span.start)) continue;
      const last = lastOf(span);
      if (!isLast(last)) continue;
      const [start, end] = [lineAt(span.start), lineAt(Math.max(span.start, last - 1))];
      const before = runs.at(-1);
      if (before !== undefined && start <= before.end + 1) before.end = Math.max(before.end, end);
      else runs.push({ start, end });
    }
    return runs;
  }
}

/** Characters that may follow a statement on its last line. */
const AFTER: ReadonlySet<string> = new Set([';', ',', ' ', '\t', '\r']);

function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 32 || (code >= 9 && code <= 13) || (code > 127 && !FILLED.test(text[at]!));
}

function addLead(bounds: Bounds, start: number, end: number): void {
  bounds.fill(0, start, end + 1);
  bounds[start]! |= FRAME_BEGIN;
  const isLed = ((bounds[end + 1] ?? 0) & FRAME_BEGIN) !== 0;
  if (isLed && end - start < MOST_COMMENT_LINES) bounds[end + 1]! &= ~FRAME_BEGIN;
  else bounds[end]! |= FRAME_END;
}

/**
 * Definitions begin with their comments. A text without a parser has paragraphs. A definition that
 * is always shown whole has no bounds inside, such as at the keys of a table.
 */
function boundsOf(lines: readonly string[], segments: readonly Segment[], statements: Bounds | null): Bounds {
  const bounds = statements ?? paragraphs(lines);
  const add = (some: readonly Segment[]): void => {
    for (const { startLine, endLine, defines, children } of some) {
      bounds[startLine]! |= FRAME_BEGIN;
      bounds[endLine]! |= FRAME_END;
      const firstLine = defines[0]?.startLine ?? startLine;
      if (statements === null || endLine - firstLine >= SHOWN_LINES) add(children);
    }
  };
  add(segments);
  return statements === null ? bounds : withoutInner(lines, bounds);
}

/**
 * The first item of a list is shown with the line that opens the list, the last one with the line
 * that closes it.
 */
function withoutInner(lines: readonly string[], bounds: Bounds): Bounds {
  const kept = noBounds(lines);
  let before = 0;
  for (let line = 1; line <= lines.length; line++) {
    if (!FILLED.test(lines[line - 1]!)) continue;
    if (before === 0) kept[line]! |= bounds[line]! & FRAME_BEGIN;
    else if ((bounds[before]! & FRAME_END) !== 0 && (bounds[line]! & FRAME_BEGIN) !== 0) {
      kept[before]! |= FRAME_END;
      kept[line]! |= FRAME_BEGIN;
    }
    before = line;
  }
  if (before !== 0) kept[before]! |= bounds[before]! & FRAME_END;
  return kept;
}

function paragraphs(lines: readonly string[]): Bounds {
  const bounds = noBounds(lines);
  const isBlankLine = (at: number): boolean => !FILLED.test(lines[at] ?? '');
  for (const at of lines.keys()) {
    if (isBlankLine(at)) continue;
    if (isBlankLine(at - 1)) bounds[at + 1]! |= FRAME_BEGIN;
    if (isBlankLine(at + 1)) bounds[at + 1]! |= FRAME_END;
  }
  return bounds;
}
