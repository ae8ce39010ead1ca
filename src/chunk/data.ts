/**
 * YAML, JSON and TOML by their keys: a top-level key or table is a segment, a large one has its own keys as members.
 * Only the general mechanism, key paths: `jobs.build`, `services.web`, `paths./pets.get` come out of it.
 */

import { dependencyLinks } from './dataDependencies.ts';
import type { DataDocument } from './dataModel.ts';
import { keySegments } from './dataSegments.ts';
import { jsonDocuments } from './json.ts';
import { linksIn } from './links.ts';
import { fillGaps } from './plain.ts';
import { placeReferences, visibleLines } from './plainSegment.ts';
import type { Segment } from './segments.ts';
import type { Source } from './source.ts';
import { tomlDocuments } from './toml.ts';
import { yamlDocuments } from './yaml.ts';

const PARSERS: Readonly<Record<string, (text: string) => DataDocument[] | null>> = {
  yaml: yamlDocuments,
  json: jsonDocuments,
  jsonc: jsonDocuments,
  toml: tomlDocuments,
};

/** @returns null for what the parser does not read (templates, broken syntax, nesting beyond its stack) and for other languages */
export function dataSegments(source: Source): Segment[] | null {
  const documents = documentsOf(source);
  if (documents === null) return null;
  const lines = visibleLines(source);
  const references = [...linksIn(source), ...dependencyLinks(documents)];
  const pointed = new Set(references.filter(({ from }) => from?.startsWith('#')).map(({ name }) => name));
  const segments = fillGaps(lines, keySegments(lines, documents, pointed), references);
  placeReferences(segments, references);
  return segments;
}

function documentsOf({ language, text }: Source): DataDocument[] | null {
  if (!Object.hasOwn(PARSERS, language)) return null;
  try {
    return PARSERS[language]!(text);
  } catch {
    return null; // the parser's own word for "not my language", or its stack ended
  }
}
