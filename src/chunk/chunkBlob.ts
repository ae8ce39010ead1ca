/**
 * One blob to its chunks: chooses who reads the content, and falls back to lines where that reader
 * cannot. Source code is parsed here, and its parts in other languages with it.
 */

import type { Bounds } from '../base/frame.ts';
import type { ChunkedBlob } from '../base/types.ts';
import type { Syntax } from '../languages/language.ts';
import { syntaxOf } from '../languages/languages.ts';
import { addStatements, boundsOf, noBounds } from './bounds.ts';
import { chunksFrom, type LocatedReference, type Segment } from './chunksFrom.ts';
import { capturesOf } from './codeCaptures.ts';
import { dataSegments } from './dataSegments.ts';
import { documentSegments } from './documentSegments.ts';
import { lineSegments } from './lineSegments.ts';
import { linksIn } from './links.ts';
import { nestDefinitions } from './nestDefinitions.ts';
import { parseText } from './parser.ts';
import { prepareChunk } from './prepareChunk.ts';
import { indexLines, type Source, sourceOf } from './source.ts';

/**
 * @param language as src/git names it; an unknown one is chunked by lines
 * @returns null for binary content; `note` tells why a parser was not used where there is one
 */
export async function chunkBlob(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null> {
  const source = sourceOf(bytes, language);
  if (source === null) return null;
  const { segments, references, statements, note } = await readSource(source);
  const bounds = boundsOf(source.lines, segments, statements);
  return { chunks: chunksFrom(source, segments, references, bounds).map((chunk) => prepareChunk(chunk)), note };
}

interface Read {
  segments: Segment[];
  references: LocatedReference[];
  /** Null for what is no code, or was not parsed. */
  statements: Bounds | null;
  note: string | null;
}

async function readSource(source: Source): Promise<Read> {
  const language = syntaxOf(source.language, source.text);
  if (language === null) return { segments: plainSegments(source), references: [], statements: null, note: null };
  const code = await codeSegments(source, language);
  if ('note' in code) return { segments: lineSegments(source), references: [], statements: null, note: code.note };
  return { ...code, references: [...code.references, ...linksIn(source)], note: null };
}

/** Data that its parser cannot read is a template or broken: usual enough to need no note. */
function plainSegments(source: Source): Segment[] {
  return documentSegments(source) ?? dataSegments(source) ?? lineSegments(source);
}

// Source code to segments and references: parse, read the query's captures, nest what they define.

interface CodeSegments {
  segments: Segment[];
  references: LocatedReference[];
  statements: Bounds;
}

/**
 * @returns a note instead where the text could not be parsed. A tree with errors still yields what
 * could be made out.
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
    const parsed = await parseText(by, by.prepare?.(text) ?? text, (found) =>
      capturesOf(source.text, found, lines.lineAt, by.separator),
    );
    if ('note' in parsed) return parsed;
    const { references, ...captures } = parsed.result;
    addStatements(statements, source.text, captures, lines);
    return { statements, segments: nestDefinitions(source.text, by, captures, lines), references };
  }
}

/** Among the members of the smallest segment around it, else beside the others. */
function putInside(segments: Segment[], inner: Segment): void {
  const outer = segments.find((segment) => segment.startLine <= inner.startLine && inner.endLine <= segment.endLine);
  if (outer === undefined) segments.push(inner);
  else putInside(outer.children, inner);
}
