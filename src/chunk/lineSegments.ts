/**
 * Chunks everything that no parser reads. Definitions are found by a small table of patterns for
 * how they begin; elsewhere there are paragraphs. It only looks at lines and never fails.
 */

import { GENERIC, type LineRules, MAX_LINE, type StartRule } from '../languages/language.ts';
import { languageNamed } from '../languages/languages.ts';
import { haskellReferences, haskellSegments } from './haskell.ts';
import { linksIn } from './links.ts';
import { fillGaps } from './plain.ts';
import {
  docOfSegment,
  indentOf,
  type LocatedReference,
  nonBlankLines,
  placeReferences,
  type Segment,
  type Source,
  segmentOf,
  signatureOfSegment,
} from './segment.ts';

/** @returns sorted, disjoint segments; small gaps between definitions are left to `chunksFrom` */
export function lineSegments(source: Source): Segment[] {
  const lines = nonBlankLines(source);
  const { reader, lines: rules = GENERIC } = languageNamed(source.language);
  const { definitions, references } = reader === 'haskell' ? haskell(lines) : byRules(lines, rules);
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

/** Words that look like a call but belong to the language. */
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

// Finds the definitions that begin at each line, by one language's line rules, in one pass. A stack
// holds the open definitions; indentation (or the next start) closes them. Comments and annotations
// directly above belong to a definition.

interface OpenDefinition {
  segment: Segment;
  indent: number;
  /** True after the line that finally ends it: `}`, not `} else {`. */
  closed: boolean;
}

/** Matches a line that only closes something, with at most a comment. */
const CLOSED = /^(?:[)\]};,]+|end\w*[;.,)]*|<\/[^<>]*>)\s*(?:[#%/].*)?$/i;

/** A longer comment above a definition is a text of its own. */
const MAX_COMMENT = 60;

/** @returns sorted segments; members are children */
function definitionsIn(lines: readonly string[], rules: LineRules): Segment[] {
  const roots: Segment[] = [];
  const open: OpenDefinition[] = [];
  /** The scope that `package Foo;` sets. */
  let scope: string[] = [];
  let inBlock = false;
  let inQuote = false;
  /**
   * The last line that is neither blank nor waiting; the first waiting comment; the first one
   * without a gap behind it.
   */
  let solid = 0;
  let solidText = '';
  let waiting = 0;
  let waitingIndent = 0;
  let attached = 0;

  for (const [index, line] of lines.entries()) {
    const indent = indentOf(line);
    if (indent === -1) {
      if (!inBlock) attached = 0;
      continue;
    }
    const number = index + 1;
    const text = behindMarks(rules, line.slice(0, MAX_LINE));
    const trimmed = text.trimStart();
    if (isComment(trimmed, line)) {
      if (waiting === 0) {
        waiting = number;
        waitingIndent = indent;
      }
      if (attached === 0) attached = number;
      continue;
    }
    const rule = inQuote
      ? undefined
      : rules.starts.find(
          (it) => (it.after === undefined || solidText === '' || it.after.test(solidText)) && it.pattern.test(text),
        );
    closeTo(indent, trimmed, rule !== undefined);
    if (
      rule !== undefined &&
      rule.kind !== 'text' &&
      !(rule.outermost === true && open.some(({ indent: column }) => column > 0))
    )
      start(rule, number, indent, text);
    if (rules.quote !== undefined && (line.match(rules.quote)?.length ?? 0) % 2 === 1) inQuote = !inQuote;
    solid = number;
    solidText = text;
    waiting = 0;
    attached = 0;
  }
  while (open.length > 0) close(waiting === 0 ? solid : lastLine());
  return rules.clauses === true ? joinClauses(roots) : roots;

  function isComment(trimmed: string, line: string): boolean {
    if (inBlock) {
      inBlock = !rules.block![1].test(line.slice(0, 4 * MAX_LINE));
      return true;
    }
    if (rules.block?.[0].test(trimmed) === true) {
      const rest = trimmed.replace(rules.block[0], '');
      inBlock = !rules.block[1].test(rest + line.trimStart().slice(MAX_LINE, 4 * MAX_LINE));
      return true;
    }
    return (
      !inQuote && (rules.comments.some((mark) => trimmed.startsWith(mark)) || rules.attached?.test(trimmed) === true)
    );
  }

  function closeTo(indent: number, trimmed: string, starts: boolean): void {
    const isCloser = rules.closer?.test(trimmed) === true;
    while (open.length > 0) {
      const top = open.at(-1)!;
      const ends =
        rules.extent === 'next'
          ? starts && indent <= top.indent
          : indent < top.indent || (indent === top.indent && (top.closed || !isCloser));
      if (!ends) {
        if (indent === top.indent && isCloser && CLOSED.test(trimmed)) top.closed = true;
        return;
      }
      close(
        waiting !== 0 && waitingIndent > top.indent && rules.extent !== 'next'
          ? Math.max(solid, lastWaiting(top.indent))
          : solid,
      );
    }
  }

  /** Comments at the end of a body belong to it as long as they have its indentation. */
  function lastWaiting(indent: number): number {
    let line = waiting;
    while (line < lines.length && (attached === 0 || line < attached) && indentOf(lines[line - 1]!) > indent) line++;
    return line - 1;
  }

  function lastLine(): number {
    return rules.extent === 'next' ? lines.length : solid;
  }

  function close(end: number): void {
    const { segment } = open.pop()!;
    segment.endLine = Math.max(end, segment.endLine);
    for (const definition of segment.defines) definition.endLine = segment.endLine;
  }

  function start(rule: StartRule, number: number, indent: number, text: string): void {
    const symbol = nameOf(rule, text);
    const from = attached !== 0 && number - attached <= MAX_COMMENT ? attached : number;
    const parent = open.at(-1)?.segment;
    const above = parent === undefined ? scope : parent.symbol === '' ? parent.scope : [...parent.scope, parent.symbol];
    if (rule.opensScope === true && parent === undefined && symbol !== '') scope = [symbol];
    const segment = segmentOf(from, number, {
      kind: rule.kind,
      symbol,
      scope: rule.opensScope === true ? [] : above,
      signature: signatureOfSegment(text),
      doc: from === number ? '' : docOfSegment(commentLines(from, number)),
      defines: symbol === '' ? [] : [{ name: symbol, kind: rule.kind, startLine: number, endLine: number }],
    });
    (parent?.children ?? roots).push(segment);
    open.push({ segment, indent, closed: false });
  }

  function commentLines(from: number, to: number): string[] {
    const out = lines.slice(from - 1, to - 1);
    return rules.attached === undefined
      ? out
      : out.filter((line) => !rules.attached!.test(line.trimStart().slice(0, MAX_LINE)));
  }
}

/** Returns the line without annotations before a definition; the whole line if there are none. */
function behindMarks({ marks, starts }: LineRules, line: string): string {
  const rest = marks === undefined ? line : line.replace(marks, '$1');
  return rest !== line && starts.some(({ pattern }) => pattern.test(rest)) ? rest : line;
}

function nameOf(rule: StartRule, text: string): string {
  const match = rule.pattern.exec(text);
  if (match === null) return '';
  const named = match.groups?.name;
  if (named !== undefined) return named.trim();
  const groups = match.slice(1).filter((group) => group !== undefined);
  const isQuoted = /^["']/.test(groups[0] ?? '');
  const name = groups.join('.').trim();
  return (isQuoted ? name : name.split(/\s+/)[0]!).replace(/[`"'[\];]/g, '');
}

/** Joins clauses such as `foo(0) -> …;` and `foo(N) -> …`. */
function joinClauses(segments: Segment[]): Segment[] {
  const out: Segment[] = [];
  for (const segment of segments) {
    const last = out.at(-1);
    if (last === undefined || last.kind !== 'function' || segment.kind !== 'function' || last.symbol !== segment.symbol)
      out.push(segment);
    else {
      last.endLine = segment.endLine;
      for (const definition of last.defines) definition.endLine = segment.endLine;
    }
  }
  return out;
}
