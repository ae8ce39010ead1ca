/** Source code to segments and references: parse, read the query's captures, nest what they define. */

import type { Bounds } from '../base/frame.ts';
import { languageOf } from '../languages/grammarLanguages.ts';
import type { Language } from '../languages/languagesRow.ts';
import { addStatements, noBounds } from './bounds.ts';
import { capturesOf } from './codeCaptures.ts';
import { nestDefinitions } from './codeNest.ts';
import { indexLines } from './indexLines.ts';
import { parseText } from './parser.ts';
import type { LocatedReference, Segment } from './segments.ts';
import type { Source } from './source.ts';

export interface CodeSegments {
  segments: Segment[];
  references: LocatedReference[];
  statements: Bounds;
}

/** @returns a note instead where the text could not be parsed. A tree with errors still yields what could be made out. */
export async function codeSegments(source: Source, language: Language): Promise<CodeSegments | { note: string }> {
  const lines = indexLines(source.lines);
  const statements = noBounds(source.lines);
  const found = await read(source.text);
  if ('note' in found) return found;
  for (const part of language.embedded?.(source.text) ?? []) {
    const inner = languageOf(part.language);
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
