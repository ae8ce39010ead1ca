/**
 * Documents by their headings: a section's scope is the headings above it, its symbol its own. Markdown, MDX,
 * reStructuredText, AsciiDoc and Org differ only in how a heading is written.
 */

import { linksIn } from './links.ts';
import { type Heading, markdownOutline, type Outline } from './markdownHeadings.ts';
import { asciidocOutline, orgOutline, rstOutline } from './markdownOthers.ts';
import { fillGaps, paragraphs } from './plain.ts';
import { placeReferences, segmentOf, signatureOf, visibleLines } from './plainSegment.ts';
import { LIMITS, type LocatedReference, type Segment } from './segments.ts';
import type { Source } from './source.ts';

const OUTLINES: Readonly<Record<string, (lines: readonly string[]) => Outline>> = {
  rst: rstOutline,
  asciidoc: asciidocOutline,
  org: orgOutline,
};

/** @returns sorted, disjoint segments; sections nest as their headings do */
export function markdownSegments(source: Source): Segment[] {
  const lines = visibleLines(source);
  const { headings, frontMatterEnd } = (OUTLINES[source.language] ?? markdownOutline)(lines);
  const title = titleOf(lines, frontMatterEnd);
  const hasTitle = title === '' || headings.some(({ level }) => level === 1);
  const segments = sectionsOf(lines, headings, hasTitle ? [] : [title]);
  if (frontMatterEnd > 0)
    segments.unshift(segmentOf(1, frontMatterEnd, { kind: 'object', symbol: title, nodeType: 'front_matter' }));
  const references = [...linksIn(source), ...(OUTLINES[source.language] === undefined ? importsOf(lines) : [])];
  const filled = fillGaps(lines, segments, references);
  placeReferences(filled, references);
  return filled;
}

/** `title: Configuration` of the front matter; '' where there is none. */
function titleOf(lines: readonly string[], frontMatterEnd: number): string {
  const line = lines.slice(0, frontMatterEnd).find((it) => /^title\s*[:=]/.test(it)) ?? '';
  const value = line
    .slice(0, 400)
    .replace(/^title\s*[:=]/, '')
    .trim();
  return /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value;
}

/** Headings nest by level. The stack holds the sections that are still open. */
function sectionsOf(lines: readonly string[], headings: readonly Heading[], above: string[]): Segment[] {
  const roots: Segment[] = [];
  const open: { segment: Segment; level: number }[] = [];
  for (const heading of headings) {
    closeTo(heading.level, heading.startLine - 1);
    const scope = [...above, ...open.map(({ segment }) => segment.symbol)].filter((title) => title !== '');
    const segment = sectionOf(lines, heading, scope);
    (open.at(-1)?.segment.children ?? roots).push(segment);
    open.push({ segment, level: heading.level });
  }
  closeTo(0, lines.length);
  return roots;

  function closeTo(level: number, endLine: number): void {
    while (open.length > 0 && open.at(-1)!.level >= level) close(open.pop()!.segment, endLine);
  }

  function close(segment: Segment, endLine: number): void {
    segment.endLine = Math.max(segment.startLine, endLine);
    for (const definition of segment.defines) definition.endLine = segment.endLine;
    segment.children.unshift(...bodyOf(lines, segment));
  }
}

function sectionOf(lines: readonly string[], heading: Heading, scope: string[]): Segment {
  const { title, line, startLine } = heading;
  return segmentOf(startLine, line, {
    kind: 'section',
    symbol: title,
    scope,
    signature: signatureOf(lines[line - 1]!),
    nodeType: 'section',
    defines: title === '' ? [] : [{ name: title, kind: 'section', startLine: line, endLine: line }],
  });
}

/** A long text under one heading is cut at blank lines, outside of code where that is possible. */
function bodyOf(lines: readonly string[], section: Segment): Segment[] {
  const end = (section.children[0]?.startLine ?? section.endLine + 1) - 1;
  if (end - section.startLine < LIMITS.maxLines) return [];
  const { kind, symbol, scope, signature, nodeType } = section;
  const above = section.startLine - 1;
  const own = withoutCode(lines.slice(above, end));
  return paragraphs(own, 1, own.length)
    .slice(1)
    .map((piece) => {
      const range = { startLine: piece.startLine + above, endLine: piece.endLine + above };
      return { ...piece, ...range, kind, symbol, scope, signature, nodeType };
    });
}

/** The same lines, but inside fences none is blank. */
function withoutCode(lines: readonly string[]): string[] {
  let fence = '';
  return lines.map((line) => {
    const mark = /^\s*(`{3,}|~{3,}|-{4,}$|\.{4,}$)/.exec(line.slice(0, 200))?.[1] ?? '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    else if (line.trim() === '') return '    .';
    return line;
  });
}

/** `import Chart from './chart.js'` at the top of MDX: before any code that would only show one. */
function importsOf(lines: readonly string[]): LocatedReference[] {
  const out: LocatedReference[] = [];
  for (const [index, line] of lines.entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) break;
    const name = /^(?:import|export)\b.*\bfrom\s+["']([^"']+)["']/.exec(line.slice(0, 400))?.[1];
    if (name !== undefined) out.push({ name, kind: 'import', line: index + 1 });
  }
  return out;
}
