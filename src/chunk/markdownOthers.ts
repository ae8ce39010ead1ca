/** Headings of the other markups: reStructuredText (underlined titles), AsciiDoc (`== Title`), Org (`** Title`). */

import { type Heading, type Outline, plainTitle } from './markdownHeadings.ts';

const RULE = /^([!-/:-@[-`{-~])\1{1,}\s*$/;

/** Levels in the order in which the file first uses each style of line, as docutils has it. */
export function rstOutline(lines: readonly string[]): Outline {
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
    headings.push({ startLine, line: index + 1, level: styles.indexOf(style) + 1, title: titleOf(title) });
    index++;
  }
  return { headings, frontMatterEnd: 0 };
}

function ruleOf(line: string): string | null {
  return line.length > 300 ? null : (RULE.exec(line)?.[1] ?? null);
}

function isTitle(line: string): boolean {
  return line.trim() !== '' && line.length < 300 && ruleOf(line) === null && !/^\s*(?:\.\. |[-*+|] |:\w+:)/.test(line);
}

/** Without roles: ``:mod:`os` `` → 'os'. */
function titleOf(line: string): string {
  return plainTitle(line.replace(/:[\w:.+-]+:`([^`]*)`/g, '$1'));
}

/** `.. _name:` in reStructuredText. */
const ANCHOR = /^\.\. _[^:]+:\s*$/;
/** `[source,java]`, `[[name]]` in AsciiDoc. */
const ATTRIBUTES = /^\[.*\]\s*$/;

/** Anchors and attributes above a title belong to its section. @param line 1-based @param gap how many blank lines may part them */
function startOf(lines: readonly string[], line: number, above: RegExp, gap: 0 | 1): number {
  let start = line;
  for (;;) {
    const isGap = gap === 1 && lines[start - 2]?.slice(0, 300).trim() === '';
    const next = isGap ? start - 2 : start - 1;
    if (!above.test(lines[next - 1]?.slice(0, 300) ?? '')) return start;
    start = next;
  }
}

/** Blocks between two equal lines of these hold no titles. */
const DELIMITER = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|={4,}|\*{4,}|_{4,}|`{3,}.*|--|\|===)\s*$/;

export function asciidocOutline(lines: readonly string[]): Outline {
  const headings: Heading[] = [];
  let block = '';
  for (const [index, raw] of lines.entries()) {
    const line = raw.slice(0, 500);
    if (block !== '') {
      if (line.trimEnd() === block) block = '';
      continue;
    }
    if (/^[-.+/`|]/.test(line) && DELIMITER.test(line)) {
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
  return { headings, frontMatterEnd: 0 };
}

export function orgOutline(lines: readonly string[]): Outline {
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
  return { headings, frontMatterEnd: 0 };
}
