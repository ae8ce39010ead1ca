/**
 * Headings of Markdown (and MDX): ATX, underlined, and `<h1>` on a line of its own. Fenced code, indented code, HTML
 * comments, quotes and front matter hold none.
 */

export interface Heading {
  /** Where the section begins, 1-based: the line of an overline or anchor above the title, else the title's. */
  startLine: number;
  line: number;
  /** 1 is outermost. */
  level: number;
  title: string;
}

export interface Outline {
  headings: Heading[];
  /** Last line of the front matter, 0 where there is none. */
  frontMatterEnd: number;
}

const FENCE = /^\s*(?:[-*+>]\s+|\d+[.)]\s+)?(`{3,}|~{3,})(.*)$/;

/** @param lines without \r */
export function markdownOutline(lines: readonly string[]): Outline {
  const frontMatterEnd = frontMatterOf(lines);
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
    const heading = atx(line) ?? html(line) ?? underlined(lines, index, headings.at(-1)?.line ?? frontMatterEnd);
    if (heading !== null) headings.push({ ...heading, line: index + 1, startLine: index + 1 });
  }
  return { headings, frontMatterEnd };
}

type Found = { level: number; title: string };

/** `## Title ##` */
function atx(line: string): Found | null {
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
function html(line: string): Found | null {
  const match = /^\s*<h([1-6])[\s>]/i.exec(line);
  if (match === null) return null;
  const title = plainTitle(line);
  return title === '' ? null : { level: Number(match[1]), title };
}

/** A line with `===` or `---` under it, after a blank line or a heading. @param last line number of the heading before */
function underlined(lines: readonly string[], index: number, last: number): Found | null {
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

/** What a reader sees of a title: without links, images, tags, emphasis and anchors. */
export function plainTitle(text: string): string {
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

/** `---` … `---` (YAML) or `+++` … `+++` (TOML) at the very start, with a key in it. */
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
