/**
 * The chunker of everything that no parser reads: definitions where one small table of patterns knows how they begin,
 * paragraphs elsewhere. Never fails: it only looks at lines.
 */

import { definitionsIn } from './linesDefinitions.ts';
import { haskellSegments, isHaskell } from './linesHaskell.ts';
import { haskellReferences } from './linesHaskellReferences.ts';
import { type LineRules, MAX_LINE } from './linesModel.ts';
import { rulesOf } from './linesRules.ts';
import { linksIn } from './links.ts';
import { fillGaps } from './plain.ts';
import { placeReferences, visibleLines } from './plainSegment.ts';
import type { LocatedReference, Segment } from './segments.ts';
import type { Source } from './source.ts';

/** @returns sorted, disjoint segments; small gaps between definitions are left to `chunksFrom` */
export function lineSegments(source: Source): Segment[] {
  const lines = visibleLines(source);
  const { definitions, references } = isHaskell(source.language)
    ? haskell(lines)
    : byRules(lines, rulesOf(source.language));
  const all = [...references, ...linksIn(source)];
  const segments = fillGaps(lines, definitions, all);
  placeReferences(segments, all);
  return segments;
}

interface Found {
  definitions: Segment[];
  references: LocatedReference[];
}

function haskell(lines: readonly string[]): Found {
  const definitions = haskellSegments(lines);
  return { definitions, references: haskellReferences(lines, definitions) };
}

function byRules(lines: readonly string[], rules: LineRules | null): Found {
  if (rules === null) return { definitions: [], references: [] };
  return {
    definitions: definitionsIn(lines, rules),
    references: lines.flatMap((line, index) => referencesOf(line, index + 1, rules)),
  };
}

/** What looks like a call and is the language itself. */
const NO_CALLS: ReadonlySet<string> = new Set(
  'if else elseif elsif endif for foreach while endwhile until unless switch case catch return function not and or in qw qr set def fn let do ns defn defun define require'.split(
    ' ',
  ),
);

function referencesOf(line: string, number: number, rules: LineRules): LocatedReference[] {
  if (rules.references.length === 0) return [];
  const text = line.slice(0, MAX_LINE);
  const trimmed = text.trimStart();
  const isComment = rules.comments.some((mark) => trimmed.startsWith(mark));
  const out: LocatedReference[] = [];
  for (const { pattern, kind } of rules.references) {
    if (isComment && !pattern.source.startsWith('^')) continue;
    for (const match of text.matchAll(pattern)) {
      const from = match.groups?.from;
      const names = (match.groups?.name ?? match[1] ?? '').split(/[\s,&]+/);
      for (const name of names) {
        if (name.length < 2 || (kind === 'call' && NO_CALLS.has(name.toLowerCase()))) continue;
        out.push(from === undefined ? { name, kind, line: number } : { name, kind, from, line: number });
      }
    }
  }
  return out;
}
