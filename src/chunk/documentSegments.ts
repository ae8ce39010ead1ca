/**
 * Documents by their headings: a section's scope is the headings above it, its symbol its own.
 * Markdown, MDX, reStructuredText, AsciiDoc and Org differ only in how a heading is written.
 */

import type { Reader } from '../languages/language.ts';
import { languageNamed } from '../languages/languages.ts';
import { linksIn } from './links.ts';
import { fillGaps, paragraphs } from './plain.ts';
import {
  LIMITS,
  type LocatedReference,
  nonBlankLines,
  placeReferences,
  type Segment,
  type Source,
  segmentOf,
  signatureOfSegment,
} from './segment.ts';

// Finds headings of Markdown and MDX: ATX, underlined, and `<h1>` on a line of its own. Fenced
// code, indented code, HTML comments, quotes and front matter have none.

interface Heading {
  /**
   * The line at which the section begins, 1-based: the title's line, or that of an overline or
   * anchor above.
   */
  startLine: number;
  line: number;
  /** 1 is the outermost. */
  level: number;
  title: string;
}

const FENCE = /^\s*(?:[-*+>]\s+|\d+[.)]\s+)?(`{3,}|~{3,})(.*)$/;

/**
 * @param lines without \r
 * @param frontMatterEnd its last line, 0 without one
 */
function markdownOutline(lines: readonly string[], frontMatterEnd: number): Heading[] {
  const headings: Heading[] = [];
  let fence = '';
  let comment = false;
  for (let index = frontMatterEnd; index < lines.length; index++) {
    const line = lines[index]!.slice(0, 1000);
    if (comment) {
      comment = !line.includes('-->');
      continue;
    }
    const mark = FENCE.exec(line);
    if (fence !== '') {
      if (mark !== null && mark[1]!.startsWith(fence) && mark[2]!.trim() === '') fence = '';
      continue;
    }
    if (mark !== null && !(mark[1]!.startsWith('`') && mark[2]!.includes('`'))) {
      fence = mark[1]!;
      continue;
    }
    const opens = line.lastIndexOf('<!--');
    comment = opens !== -1 && !line.includes('-->', opens);
    const heading =
      atxHeading(line) ?? htmlHeading(line) ?? underlined(lines, index, headings.at(-1)?.line ?? frontMatterEnd);
    if (heading !== null) headings.push({ ...heading, line: index + 1, startLine: index + 1 });
  }
  return headings;
}

type TitleFound = { level: number; title: string };

/** `## Title ##` */
function atxHeading(line: string): TitleFound | null {
  const match = /^ {0,3}(#{1,6})(?:[ \t]|$)/.exec(line);
  if (match === null) return null;
  const text = line.slice(match[0].length).trim();
  const closed = /(?:^|[ \t])#+$/.exec(text.slice(-20));
  return {
    level: match[1]!.length,
    title: plainTitle(closed === null ? text : text.slice(0, text.length - closed[0].length)),
  };
}

/** `<h1 align="center">Title</h1>` */
function htmlHeading(line: string): TitleFound | null {
  const match = /^\s*<h([1-6])[\s>]/i.exec(line);
  if (match === null) return null;
  const title = plainTitle(line);
  return title === '' ? null : { level: Number(match[1]), title };
}

/**
 * Reads a line with `===` or `---` below it, after a blank line or a heading.
 * @param last the line number of the heading before
 */
function underlined(lines: readonly string[], index: number, last: number): TitleFound | null {
  const under = lines[index + 1]?.slice(0, 200) ?? '';
  const match = /^ {0,3}(=+|-{2,})\s*$/.exec(under);
  const line = lines[index]!;
  if (
    match === null ||
    line.trim() === '' ||
    /^(?: {4}|\t|\s*[>|<]|\s*[-*+]\s|\s*\d+[.)]\s|\s*[-=*_]{2,}\s*$)/.test(line)
  )
    return null;
  if (index > 0 && lines[index - 1]!.trim() !== '' && last !== index) return null;
  return { level: match[1]!.startsWith('=') ? 1 : 2, title: plainTitle(line.slice(0, 1000)) };
}

const MAX_TITLE = 160;

/** Returns the visible text of a title, without links, images, tags, emphasis and anchors. */
function plainTitle(text: string): string {
  return text
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/<[^<>]*>/g, '')
    .replace(/\s*\{#[^}]*\}\s*$/, '')
    .replace(/`+|\*\*|__|~~/g, '')
    .split(/\s+/)
    .join(' ')
    .trim()
    .slice(0, MAX_TITLE);
}

/** Finds `---` … `---` (YAML) or `+++` … `+++` (TOML) at the very start, with a key in it. */
function frontMatterOf(lines: readonly string[]): number {
  const mark = lines[0]?.trimEnd();
  if (mark !== '---' && mark !== '+++') return 0;
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index]!.trimEnd();
    if (line === mark || (mark === '---' && line === '...')) {
      const body = lines.slice(1, index);
      return body.some((it) => /^\s*["']?[\w.-]+["']?\s*[:=]/.test(it.slice(0, 200))) ? index + 1 : 0;
    }
  }
  return 0;
}

// Headings of the other markups: reStructuredText (underlined titles), AsciiDoc (`== Title`), Org
// (`** Title`).

const RST_RULE = /^([!-/:-@[-`{-~])\1{1,}\s*$/;

/** Levels follow the order in which the file first uses each style of line, as in docutils. */
function rstOutline(lines: readonly string[]): Heading[] {
  const headings: Heading[] = [];
  const styles: string[] = [];
  for (let index = 0; index < lines.length - 1; index++) {
    const title = lines[index]!;
    const under = ruleOf(lines[index + 1]!);
    if (under === null || !isTitle(title) || lines[index + 1]!.trimEnd().length < Math.min(title.trimEnd().length, 4))
      continue;
    const over = index > 0 && ruleOf(lines[index - 1]!) === under;
    if (
      !over &&
      (/^\s/.test(title) || (index > 0 && lines[index - 1]!.trim() !== '' && headings.at(-1)?.line !== index - 1))
    )
      continue;
    const style = over ? `${under}${under}` : under;
    if (!styles.includes(style)) styles.push(style);
    const startLine = startOf(lines, over ? index : index + 1, ANCHOR, 1);
    headings.push({ startLine, line: index + 1, level: styles.indexOf(style) + 1, title: rstTitle(title) });
    index++;
  }
  return headings;
}

function ruleOf(line: string): string | null {
  return line.length > 300 ? null : (RST_RULE.exec(line)?.[1] ?? null);
}

function isTitle(line: string): boolean {
  return line.trim() !== '' && line.length < 300 && ruleOf(line) === null && !/^\s*(?:\.\. |[-*+|] |:\w+:)/.test(line);
}

/** Removes roles: ``:mod:`os` `` → 'os'. */
function rstTitle(line: string): string {
  return plainTitle(line.replace(/:[\w:.+-]+:`([^`]*)`/g, '$1'));
}

/** `.. _name:` in reStructuredText. */
const ANCHOR = /^\.\. _[^:]+:\s*$/;
/** `[source,java]`, `[[name]]` in AsciiDoc. */
const ATTRIBUTES = /^\[.*\]\s*$/;

/**
 * Anchors and attributes above a title belong to its section.
 * @param line 1-based
 * @param gap how many blank lines may stand between
 */
function startOf(lines: readonly string[], line: number, above: RegExp, gap: 0 | 1): number {
  let start = line;
  for (;;) {
    const isGap = gap === 1 && lines[start - 2]?.slice(0, 300).trim() === '';
    const next = isGap ? start - 2 : start - 1;
    if (!above.test(lines[next - 1]?.slice(0, 300) ?? '')) return start;
    start = next;
  }
}

/** A block between two equal lines of these has no titles. */
const ASCIIDOC_DELIMITER = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|={4,}|\*{4,}|_{4,}|`{3,}.*|--|\|===)\s*$/;

function asciidocOutline(lines: readonly string[]): Heading[] {
  const headings: Heading[] = [];
  let block = '';
  for (const [index, raw] of lines.entries()) {
    const line = raw.slice(0, 500);
    if (block !== '') {
      if (line.trimEnd() === block) block = '';
      continue;
    }
    if (/^[-.+/`|]/.test(line) && ASCIIDOC_DELIMITER.test(line)) {
      block = line.startsWith('```') ? '```' : line.trimEnd();
      continue;
    }
    const match = /^(={1,6}|#{1,6})\s+(\S.*)$/.exec(line);
    if (match === null) continue;
    const startLine = startOf(lines, index + 1, ATTRIBUTES, 0);
    headings.push({
      startLine,
      line: index + 1,
      level: match[1]!.length,
      title: plainTitle(match[2]!.replace(/\[\[[^\]]*\]\]/g, '')),
    });
  }
  return headings;
}

function orgOutline(lines: readonly string[]): Heading[] {
  const headings: Heading[] = [];
  let block = false;
  for (const [index, raw] of lines.entries()) {
    const line = raw.slice(0, 500);
    if (/^\s*#\+(?:begin|end)_/i.test(line)) block = /begin_/i.test(line);
    const match = block ? null : /^(\*+)\s+(\S.*)$/.exec(line);
    if (match === null) continue;
    const title = match[2]!.replace(/^(?:TODO|DONE|NEXT|WAITING)\s+/, '').replace(/\s+:[\w:@]+:\s*$/, '');
    headings.push({ startLine: index + 1, line: index + 1, level: match[1]!.length, title: plainTitle(title) });
  }
  return headings;
}

const OUTLINES: Readonly<Partial<Record<Reader, typeof markdownOutline>>> = {
  markdown: markdownOutline,
  rst: rstOutline,
  asciidoc: asciidocOutline,
  org: orgOutline,
};

/** @returns sorted, disjoint segments, nested like the headings; null if it is no document */
export function documentSegments(source: Source): Segment[] | null {
  const { reader } = languageNamed(source.language);
  const outline = reader === undefined ? undefined : OUTLINES[reader];
  if (outline === undefined) return null;
  const lines = nonBlankLines(source);
  const frontMatterEnd = reader === 'markdown' ? frontMatterOf(lines) : 0;
  const headings = outline(lines, frontMatterEnd);
  const title = frontMatterTitle(lines, frontMatterEnd);
  const hasTitle = title === '' || headings.some(({ level }) => level === 1);
  const segments = sectionsOf(lines, headings, hasTitle ? [] : [title]);
  if (frontMatterEnd > 0)
    segments.unshift(segmentOf(1, frontMatterEnd, { kind: 'object', symbol: title, nodeType: 'front_matter' }));
  const references = [...linksIn(source), ...(reader === 'markdown' ? importsOf(lines) : [])];
  const filled = fillGaps(lines, segments, references);
  placeReferences(filled, references);
  return filled;
}

/** `title: Configuration` of the front matter; '' where there is none. */
function frontMatterTitle(lines: readonly string[], frontMatterEnd: number): string {
  const line = lines.slice(0, frontMatterEnd).find((it) => /^title\s*[:=]/.test(it)) ?? '';
  const value = line
    .slice(0, 400)
    .replace(/^title\s*[:=]/, '')
    .trim();
  return /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value;
}

/** Nests sections by level. The stack holds the sections that are still open. */
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
    signature: signatureOfSegment(lines[line - 1]!),
    nodeType: 'section',
    defines: title === '' ? [] : [{ name: title, kind: 'section', startLine: line, endLine: line }],
  });
}

/** Cuts a long text below a heading at blank lines, outside of code if possible. */
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

/** Returns the lines without blank ones inside of fences, so that code is not cut. */
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

/**
 * Reads `import Chart from './chart.js'` at the top of MDX, before any code block that would only
 * show one.
 */
function importsOf(lines: readonly string[]): LocatedReference[] {
  const out: LocatedReference[] = [];
  for (const [index, line] of lines.entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) break;
    const name = /^(?:import|export)\b.*\bfrom\s+["']([^"']+)["']/.exec(line.slice(0, 400))?.[1];
    if (name !== undefined) out.push({ name, kind: 'import', line: index + 1 });
  }
  return out;
}
