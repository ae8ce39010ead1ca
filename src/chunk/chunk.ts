/** One blob to its chunks: chooses who reads the content, and falls back to lines where that reader cannot. */

import type { Bounds } from '../base/frame.ts';
import type { ChunkedBlob } from '../base/types.ts';
import { languageOf } from '../languages/grammarLanguages.ts';
import { boundsOf } from './bounds.ts';
import { prepareChunk } from './chunkPrepare.ts';
import { codeSegments } from './code.ts';
import { dataSegments } from './data.ts';
import { lineSegments } from './lines.ts';
import { linksIn } from './links.ts';
import { markdownSegments } from './markdown.ts';
import { chunksFrom, type LocatedReference, type Segment } from './segments.ts';
import { type Source, sourceOf } from './source.ts';

/**
 * @param language as src/git names it; an unknown one is chunked by lines
 * @returns null for binary content; `note` tells why a parser was not used where there is one
 */
export async function chunkBlob(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null> {
  const source = sourceOf(bytes, language);
  if (source === null) return null;
  const { segments, references, statements, note } = await read(source);
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

/** Headings are marked in one way or another. */
const DOCUMENTS: ReadonlySet<string> = new Set(['markdown', 'mdx', 'rst', 'asciidoc', 'org']);

async function read(source: Source): Promise<Read> {
  const language = languageOf(source.language, source.text);
  if (language === null) return { segments: plainSegments(source), references: [], statements: null, note: null };
  const code = await codeSegments(source, language);
  if ('note' in code) return { segments: lineSegments(source), references: [], statements: null, note: code.note };
  return { ...code, references: [...code.references, ...linksIn(source)], note: null };
}

/** Data that its parser cannot read is a template or broken: usual enough to need no note. */
function plainSegments(source: Source): Segment[] {
  if (DOCUMENTS.has(source.language)) return markdownSegments(source);
  return dataSegments(source) ?? lineSegments(source);
}
