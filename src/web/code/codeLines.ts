/**
 * Code as lines: which of them are drawn, and their coloured pieces with the words of the query
 * marked. Pure.
 */

import type { createLowlight } from 'lowlight';
import type { SearchHit } from '../../base/searchTypes.ts';
import { chooseLines, type QueryWords } from '../../search/queryWords.ts';

/** A line, or a gap of lines that are left out. */
export type Row = { line: number; index: number } | { gap: number };

const CONTEXT = 2;
/** Lines that could as well be shown as left out. */
const LEAST_HIDDEN = 3;

/**
 * @param hit its `text` begins at `startLine`
 * @param maxLines shown at most; Infinity for all, also those that the search would leave out
 */
export function excerptRows(
  hit: Pick<SearchHit, 'text' | 'startLine' | 'signature' | 'elided'>,
  words: QueryWords,
  maxLines: number,
): Row[] {
  const lines = hit.text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const isElided = (line: number) =>
    maxLines !== Infinity && (hit.elided ?? []).some(({ startLine, endLine }) => startLine <= line && line <= endLine);
  const kept = [...lines.keys()].filter((index) => !isElided(hit.startLine + index));
  const texts = kept.map((index) => lines[index]!);
  const options = { maxLines, context: CONTEXT, signature: hit.signature };
  const isShort = kept.length <= maxLines + LEAST_HIDDEN;
  const chosen = isShort ? kept : chooseLines(texts, words, options).map((at) => kept[at]!);
  const rows: Row[] = [];
  let next = 0;
  for (const index of chosen) {
    if (index > next) rows.push({ gap: index - next });
    rows.push({ line: hit.startLine + index, index });
    next = index + 1;
  }
  if (next < lines.length) rows.push({ gap: lines.length - next });
  return rows;
}

/** A browser draws these without a pause; the rest of a longer file is a gap above or below. */
const MOST_DRAWN = 3000;
/** The number of them above the lines that are looked at. */
const DRAWN_ABOVE = 500;

/**
 * Chooses the rows of a file that are drawn.
 * @param focus its first line is among the rows; 0 for none
 */
export function fileRows(
  { text, start_line }: { text: string; start_line: number },
  focus: { startLine: number },
): Row[] {
  const count = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const wanted = Math.max(0, focus.startLine - start_line - DRAWN_ABOVE);
  const first = count <= MOST_DRAWN ? 0 : Math.min(wanted, count - MOST_DRAWN);
  const last = Math.min(count, first + MOST_DRAWN);
  const rows: Row[] = [];
  if (first > 0) rows.push({ gap: first });
  for (let index = first; index < last; index++) rows.push({ line: start_line + index, index });
  if (last < count) rows.push({ gap: count - last });
  return rows;
}

type Root = ReturnType<ReturnType<typeof createLowlight>['highlight']>;
type RootContent = Root['children'][number];
type Element = Extract<RootContent, { type: 'element' }>;

/** A piece of one line; `kind` is '' or a name of highlight.js without its prefix: `keyword`. */
export interface Token {
  text: string;
  kind: string;
  marked?: boolean;
}

/** @returns lines; null for a language that is not known */
export type Highlight = (language: string, text: string) => Token[][] | null;

interface Span {
  /** UTF-16 code units, half-open. */
  start: number;
  end: number;
}

/** Code without colours. */
export function plainLines(text: string): Token[][] {
  return text.split('\n').map((line) => (line === '' ? [] : [{ text: line, kind: '' }]));
}

/** @param tree as lowlight gives it: text, and spans with classes `hljs-…` */
export function linesOfTree(tree: Root): Token[][] {
  const lines: Token[][] = [[]];
  const walk = (nodes: readonly RootContent[], kind: string): void => {
    for (const node of nodes) {
      if (node.type === 'element') walk(node.children as RootContent[], kindOf(node) || kind);
      if (node.type === 'text') addText(lines, node.value, kind);
    }
  };
  walk(tree.children, '');
  return lines;
}

function addText(lines: Token[][], text: string, kind: string): void {
  for (const [at, piece] of text.split('\n').entries()) {
    if (at > 0) lines.push([]);
    if (piece !== '') lines.at(-1)!.push({ text: piece, kind });
  }
}

function kindOf({ properties }: Element): string {
  const classes = Array.isArray(properties['className']) ? properties['className'] : [];
  const first = classes.find((name) => typeof name === 'string' && name.startsWith('hljs-'));
  return typeof first === 'string' ? first.slice('hljs-'.length) : '';
}

/** The patterns that open and close a text which reaches over lines, by language. */
const BLOCKS: readonly { languages: RegExp; open: string; close: string }[] = [
  { languages: /^(?:python|cython)$/, open: '"""', close: '"""' },
  { languages: /^(?!python|cython|ruby|bash|shell|yaml|markdown|plaintext)/, open: '/*', close: '*/' },
];

/**
 * A chunk may begin in the middle of a comment or docstring, and then reads as code.
 * @returns what would have opened it before its first line; '' where nothing did
 */
export function openerOf(language: string, text: string): string {
  for (const { languages, open, close } of BLOCKS) {
    if (!languages.test(language)) continue;
    const closed = text.indexOf(close);
    const opened = text.indexOf(open);
    if (open === close && closed !== -1 && text.split(open).length % 2 === 0) return open;
    if (open !== close && closed !== -1 && (opened === -1 || closed < opened)) return open;
  }
  return '';
}

/** @param spans ascending, apart from one another */
export function markTokens(tokens: readonly Token[], spans: readonly Span[]): Token[] {
  if (spans.length === 0) return [...tokens];
  const pieces: Token[] = [];
  let from = 0;
  for (const token of tokens) {
    const to = from + token.text.length;
    let at = from;
    for (const span of spans) {
      const start = Math.max(span.start, from);
      const end = Math.min(span.end, to);
      if (start >= end) continue;
      if (start > at) pieces.push({ ...token, text: token.text.slice(at - from, start - from) });
      pieces.push({ ...token, text: token.text.slice(start - from, end - from), marked: true });
      at = end;
    }
    if (at < to) pieces.push({ ...token, text: token.text.slice(at - from) });
    from = to;
  }
  return pieces;
}
