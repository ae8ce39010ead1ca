/**
 * Nests the definitions of a text in a tree of segments, with scope, signature and documentation.
 */

import { getOrMake } from '../base/lists.ts';
import { MAX_NAME } from '../base/words.ts';
import type { Syntax } from '../languages/language.ts';
import type { Captures, Found } from './codeCaptures.ts';
import { FILLED, LIMITS, type LineIndex, type Segment } from './segment.ts';
import type { Span } from './treeQueries.ts';

interface Open {
  found: Found;
  segment: Segment;
}

/** A comment or decorator on lines of its own. */
interface Lead {
  startLine: number;
  text: string;
  isComment: boolean;
}

/** Returns the leads directly above a line. */
type LeadsAbove = (line: number) => { startLine: number; doc: string };

/** Kinds whose functions are methods. */
const HOLDERS: ReadonlySet<string> = new Set(['class', 'interface', 'type', 'enum', 'object']);
const CALLABLE: ReadonlySet<string> = new Set(['function', 'method']);
/**
 * Deeper definitions stay part of those around them: each holds all its scopes, and cutting goes
 * down level by level.
 */
const MOST_NESTED = 100;

export function nestDefinitions(
  text: string,
  language: Syntax,
  captures: Omit<Captures, 'references'>,
  lines: LineIndex,
): Segment[] {
  const roots: Segment[] = [];
  const open: Open[] = [];
  const leadsAbove = leadsFinder(leadsByEnd(text, captures, lines));
  const docs = [...captures.docs].sort((a, b) => a.start - b.start);
  let doc = 0;
  let last: Found | null = null;
  const sorted = withoutTrailingComments(text, captures, lines).sort(
    (a, b) => a.start - b.start || b.end - a.end || a.pattern - b.pattern,
  );
  for (const found of sorted) {
    takeDocs(found.start);
    while (open.length > 0 && open.at(-1)!.found.end <= found.start) open.pop();
    const parent = open.at(-1) ?? null;
    const segment = segmentOf(text, language, found, parent, leadsAbove, lines);
    const isSame = parent?.found.start === found.start && parent.found.end === found.end;
    if (parent !== null && (isSame || open.length >= MOST_NESTED)) {
      parent.segment.defines.push(...segment.defines);
      continue;
    }
    const siblings = parent === null ? roots : parent.segment.children;
    if (!joinOverload(siblings.at(-1), segment, last)) siblings.push(segment);
    open.push({ found, segment: siblings.at(-1)! });
    last = found;
  }
  takeDocs(Number.POSITIVE_INFINITY);
  return roots;

  /** Each docstring belongs to the innermost definition that is open at its place. */
  function takeDocs(before: number): void {
    for (; doc < docs.length && docs[doc]!.start < before; doc++) {
      const { start, end } = docs[doc]!;
      const holder = open.findLast(({ found }) => found.start <= start && end <= found.end);
      if (holder !== undefined) holder.segment.doc = docOf([text.slice(start, end)]);
    }
  }
}

/** If indentation ends a block, grammars may include the comments of the next definition. */
function withoutTrailingComments(
  text: string,
  { definitions, comments }: Omit<Captures, 'references'>,
  lines: LineIndex,
): Found[] {
  const startByEnd = new Map(comments.map((span) => [lastCharacter(text, span), span.start]));
  return definitions.map((found) => {
    let { end } = found;
    for (;;) {
      const comment = startByEnd.get(lastCharacter(text, { start: found.start, end }));
      if (comment === undefined || comment <= found.nameStart) break;
      if (indentationAt(text, comment, lines) !== indentationAt(text, found.start, lines)) break;
      end = comment;
    }
    return end === found.end ? found : { ...found, end };
  });
}

/** Returns the indentation of the offset's line; null if something stands before the offset. */
function indentationAt(text: string, offset: number, lines: LineIndex): string | null {
  return lines.firstAt(offset, FILLED) < offset ? null : text.slice(lines.startAt(offset), offset);
}

/**
 * A declaration without a body joins the next one of the same name, so that overloads stay
 * together.
 */
function joinOverload(before: Segment | undefined, segment: Segment, last: Found | null): boolean {
  if (before === undefined || last === null || last.body !== null) return false;
  if (before.symbol !== segment.symbol || before.kind !== segment.kind || !CALLABLE.has(segment.kind)) return false;
  if (segment.startLine > before.endLine + 2 || segment.endLine - before.startLine >= LIMITS.maxLines) return false;
  before.endLine = Math.max(before.endLine, segment.endLine);
  before.doc ||= segment.doc;
  before.defines.push(...segment.defines);
  return true;
}

function segmentOf(
  text: string,
  language: Syntax,
  found: Found,
  parent: Open | null,
  leadsAbove: LeadsAbove,
  lines: LineIndex,
): Segment {
  const defineLine = lines.lineAt(found.start);
  const endLine = lines.lineAt(lastCharacter(text, found));
  const isFirst = parent === null || lines.lineAt(parent.found.start) < defineLine;
  const { startLine, doc } = isFirst ? leadsAbove(defineLine) : { startLine: defineLine, doc: '' };
  const outer = parent === null ? [] : [...parent.segment.scope, parent.segment.symbol];
  const { symbol, scope } = namesOf(language, found);
  const isMethod = found.kind === 'function' && (scope.length > 0 || HOLDERS.has(parent?.segment.kind ?? ''));
  const kind = isMethod ? 'method' : found.kind;
  return {
    startLine,
    endLine,
    kind,
    symbol,
    scope: [...outer, ...scope],
    signature: signatureOf(text, found, lines, language.atDeclares),
    nodeType: found.nodeType,
    doc,
    defines: found.defines ? [{ name: symbol, kind, startLine: defineLine, endLine }] : [],
    references: [],
    children: [],
  };
}

/** The most characters of a name of several words, such as a template's with its arguments. */
const MOST_OF_WORDS = 200;
/** Matches a name to which a grammar has added a word behind a macro: `EXPORT type name() {` */
const BEHIND_MACRO = /^(?!.*\boperator\b).*[\w>] (?=\w+$)/;

/** `Outer::inner` → inner in Outer; the scope of `func (s *Server[T]) Start()` is Server. */
function namesOf(language: Syntax, found: Found): { symbol: string; scope: string[] } {
  const whole = found.name
    .trim()
    .replace(/^["'`]|["'`]$/g, '')
    .replace(/\s+/g, ' ')
    .replace(language.separator === '::' ? BEHIND_MACRO : /$/, '');
  const name = whole.slice(0, whole.includes(' ') ? MOST_OF_WORDS : MAX_NAME);
  const isPath = language.separator !== undefined && !name.includes(' ');
  const parts = isPath ? name.split(language.separator!).map((part) => part.trim()) : [name];
  const symbol = parts.pop()!;
  const receiver = /[\p{L}_][\p{L}\p{N}_]*/u.exec(found.scope)?.[0].slice(0, MAX_NAME) ?? '';
  return {
    symbol,
    scope: [
      ...(/^(self|this|exports|module|)$/.test(receiver) ? [] : [receiver]),
      ...parts.filter((part) => part !== ''),
    ],
  };
}

/** Computed once for each line: many definitions may be on it, below many comments. */
function leadsFinder(leads: ReadonlyMap<number, Lead>): LeadsAbove {
  const known = new Map<number, ReturnType<LeadsAbove>>();
  const find: LeadsAbove = (line) => {
    const comments: string[] = [];
    let startLine = line;
    for (let lead = leads.get(startLine - 1); lead !== undefined; lead = leads.get(startLine - 1)) {
      if (lead.isComment) comments.push(lead.text);
      startLine = lead.startLine;
    }
    return { startLine, doc: docOf(comments.reverse()) };
  };
  return (line) => getOrMake(known, line, () => find(line));
}

function leadsByEnd(
  text: string,
  { comments, decorators }: Omit<Captures, 'references'>,
  lines: LineIndex,
): Map<number, Lead> {
  const leads = new Map<number, Lead>();
  for (const span of comments) add(span, true);
  for (const span of decorators) add(span, false);
  return leads;

  function add(span: Span, isComment: boolean): void {
    if (lines.firstAt(span.start, FILLED) < span.start) return;
    const startLine = lines.lineAt(span.start);
    const endLine = lines.lineAt(lastCharacter(text, span));
    leads.set(endLine, { startLine, text: text.slice(span.start, span.end), isComment });
  }
}

/** Some nodes end at the beginning of the next line. */
function lastCharacter(text: string, span: Span): number {
  let last = span.end - 1;
  while (last > span.start && text.charCodeAt(last) <= 32) last--;
  return last;
}

// The signature: a definition's declaration without its body, on one line.

const MAX_SIGNATURE = 300;
/**
 * Matches `@Override`, `@app.route("/x")`, `#[derive(Debug)]`, `[Fact]`, `[[nodiscard]]`, which
 * belong to the chunk but not to the signature.
 */
const ATTRIBUTE =
  /^(@(?!interface\b)[\w.:]+[ \t]*(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?|#?!?\[(?:[^[\]]|\[[^[\]]*\])*\])\s*/;

/**
 * A character that is no word stands between a declaration and text before it on its line:
 * `x = function` begins at the function.
 */
const NO_WORD = /[^\w\s]/;
const NO_WORD_OR_AT = /[^\w\s@]/;

/**
 * Matches a comment to the end of its line, with the blank before it, or a string, which may hold
 * text that looks like a comment. A single quote may also begin a lifetime: `&'a str`.
 */
const COMMENT_OR_STRING =
  /"(?:[^"\\\n]|\\.)*"|(?<=[=(,[{:+\s])'(?:[^'\\\n]|\\.)*'(?=[\s,)\]};+]|$)|(?<blank>^|\s)(?:\/\/|#|--)\s.*$/gm;

/**
 * @param definition offsets of the definition with its decorators, and of its body; null for the
 * body if it is not known, so that the first line is used
 * @param atDeclares true if `@` begins declarations, not attributes
 */
export function signatureOf(
  text: string,
  { start, end, body }: { start: number; end: number; body: number | null },
  lines: LineIndex,
  atDeclares = false,
): string {
  const isFirst = lines.firstAt(start, atDeclares ? NO_WORD_OR_AT : NO_WORD) >= start;
  const from = isFirst ? lines.startAt(start) : start;
  const stop = Math.min(body ?? end, from + 4000);
  let declaration = text.slice(from, stop).trim();
  if (!atDeclares) declaration = withoutAttributes(declaration);
  if (body === null) declaration = firstLine(declaration);
  return withoutBlocks(withoutComments(declaration))
    .replace(/\s+/g, ' ')
    .replace(/([([]) | (?=[)\],;])/g, '$1')
    .replace(/,(?=[)\]])/g, '')
    .replace(/\s*(\{|=>|=|:|->|;|\bdo)$/, '')
    .slice(0, MAX_SIGNATURE)
    .trim();
}

function withoutComments(declaration: string): string {
  return declaration.replace(COMMENT_OR_STRING, (found, ...rest) => {
    const { blank } = rest.at(-1) as { blank?: string };
    return blank ?? found;
  });
}

/**
 * Stops at the last end of a comment: otherwise each beginning after it would search the rest
 * again.
 */
function withoutBlocks(declaration: string): string {
  const end = declaration.lastIndexOf('*/') + 2;
  return declaration.slice(0, end).replace(/\/\*.*?\*\//gs, ' ') + declaration.slice(end);
}

function withoutAttributes(declaration: string): string {
  let rest = declaration;
  for (let match = ATTRIBUTE.exec(rest); match !== null; match = ATTRIBUTE.exec(rest))
    rest = rest.slice(match[0].length);
  return rest;
}

/**
 * Returns the first line, or as many as needed to close its brackets. A template's parameters do
 * not count as a line.
 */
function firstLine(declaration: string): string {
  const lines = declaration.split('\n');
  let taken = lines[0] ?? '';
  for (let next = 1; next < lines.length && next < 12 && isUnfinished(taken); next++) taken += `\n${lines[next]}`;
  return taken;
}

function isUnfinished(text: string): boolean {
  const opened = text.match(/[([]/g)?.length ?? 0;
  const closed = text.match(/[)\]]/g)?.length ?? 0;
  return opened > closed || /^template\b.*>\s*$/s.test(text);
}

// Turns comments into documentation: removes the marks of all languages and keeps the words.

const MAX_DOC = 2000;

/** @param comments their source text, in order; a docstring may have its quotes */
export function docOf(comments: string[]): string {
  const lines = comments.flatMap((comment) => withoutMarks(comment.trim()).split('\n'));
  const words = lines.map((line) => line.trim()).filter((line) => !/^[-=*#/~_]{3,}$/.test(line));
  return words
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, MAX_DOC);
}

function withoutMarks(comment: string): string {
  if (comment.startsWith('(*')) return comment.replace(/^\(\*+/, '').replace(/(?<!\*)\*+\)$/, '');
  if (comment.startsWith('/*')) {
    return comment
      .replace(/^\/\*+!?/, '')
      .replace(/(?<!\*)\*+\/$/, '')
      .replace(/^[ \t]*\*+[ \t]?/gm, '');
  }
  for (const [open, close] of BLOCKS) {
    if (comment.startsWith(open)) return comment.slice(open.length).replace(close, '');
  }
  const quoted = /^(?:@\w*doc\s+~?)?[a-zA-Z]{0,2}("""|'''|"|')/.exec(comment);
  if (quoted !== null) return comment.slice(quoted[0].length).replace(new RegExp(`${quoted[1]}$`), '');
  return comment.replace(/^[ \t]*(\/\/+!?|#+(?:!|'(?=\s))?|--+|;+|%+)[ \t]?/gm, '').replace(/<\/?summary>/g, '');
}

const BLOCKS: readonly (readonly [string, RegExp])[] = [
  ['--[[', /\]\]$/],
  ['<!--', /-->$/],
  ['=begin', /=end\s*$/],
];
