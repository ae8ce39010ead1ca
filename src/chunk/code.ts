/** Source code to segments and references: parse, read the query's captures, nest what they define. */

import { capturesOf } from './code-captures.ts';
import { lineFinder } from './code-lines.ts';
import { nestDefinitions } from './code-nest.ts';
import type { Language } from './languages-row.ts';
import { parseText } from './parser.ts';
import type { LocatedReference, Segment } from './segments.ts';
import type { Source } from './source.ts';

export interface CodeSegments {
  segments: Segment[];
  references: LocatedReference[];
}

/** @returns a note instead where the text could not be parsed. A tree with errors still yields what could be made out. */
export async function codeSegments(source: Source, language: Language): Promise<CodeSegments | { note: string }> {
  const lineAt = lineFinder(source.lines);
  const parsed = await parseText(language, source.text, (matches) => capturesOf(source.text, matches, lineAt));
  if ('note' in parsed) return parsed;
  const { references, ...captures } = parsed.result;
  return { segments: nestDefinitions(source, language, captures, lineAt), references };
}
