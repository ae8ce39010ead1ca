/**
 * Turns the matches of a query into plain spans of text; language.ts explains the captures. No node
 * of the tree is kept.
 */

import { getOrMake } from '../base/lists.ts';
import type { ChunkKind, Reference, ReferenceKind } from '../base/types.ts';
import { MAX_NAME } from '../base/words.ts';
import { FILLED, type LineIndex, type LocatedReference, withLine } from './segment.ts';
import type { Capture, Matches, Span } from './treeQueries.ts';

export interface Found extends Span {
  name: string;
  nameStart: number;
  kind: ChunkKind;
  nodeType: string;
  /** The offset at which the signature ends, null if the query does not say. */
  body: number | null;
  /** The type to which it belongs without being inside of it, as written. */
  scope: string;
  /** False for `impl Foo`, which holds members of a name that is defined elsewhere. */
  defines: boolean;
  pattern: number;
}

export interface Captures {
  definitions: Found[];
  references: LocatedReference[];
  comments: Span[];
  decorators: Span[];
  docs: Span[];
  /** Items in lists of statements and declarations. */
  statements: Span[];
  /** The last parts of statements. */
  statementEnds: Span[];
}

/**
 * A role that a query gives more than once has several pieces: `findUser:` and `retry:` of one
 * method's name.
 */
type Roles = Partial<Record<'name' | 'from' | 'scope', Span[]>>;

export function capturesOf(
  text: string,
  { matches, statements, typeOf }: Matches,
  lineAt: (offset: number) => number,
  separator?: string,
): Captures {
  const definitions = new Map<number, Found>();
  const captures: Captures = {
    definitions: [],
    references: [],
    comments: [],
    decorators: [],
    docs: [],
    statements,
    statementEnds: [],
  };
  for (const { captures: found, pattern } of matches) {
    const roles: Roles = {};
    let main: Capture | null = null;
    let end = 0;
    let body: number | null = null;
    for (const capture of found) {
      const { name } = capture;
      if (name === 'name' || name === 'from' || name === 'scope') {
        if (roles[name] === undefined) roles[name] = [capture];
        else roles[name].push(capture);
      } else if (name === 'body') {
        body ??= capture.start;
      } else {
        main ??= capture;
        end = Math.max(end, capture.end);
      }
    }
    if (main === null) continue;
    const span = { start: main.start, end };
    const { what, kind } = meaningOf(main.name);
    if (what === 'statement') captures.statementEnds.push(span);
    else if (what === 'comment') captures.comments.push(span);
    else if (what === 'decorator') captures.decorators.push(span);
    else if (what === 'doc') captures.docs.push(span);
    else if (what === 'reference') {
      if (kind === 'types') {
        captures.references.push(...typesIn(text, span, lineAt));
        continue;
      }
      const name = roles.name ?? [span];
      const reference = referenceOf(kind as ReferenceKind, textOf(text, name), textOf(text, roles.from), separator);
      if (reference !== null) captures.references.push(withLine(reference, lineAt(name[0]!.start)));
    } else if (roles.name !== undefined) {
      addDefinition(definitions, {
        start: span.start,
        end,
        name: textOf(text, roles.name),
        nameStart: roles.name[0]!.start,
        kind: kind as ChunkKind,
        nodeType: typeOf(main),
        body,
        scope: textOf(text, roles.scope),
        defines: what === 'definition',
        pattern,
      });
    }
  }
  captures.definitions = [...definitions.values()];
  return captures;
}

/** Remembered, because there are few names and many captures. */
const meanings = new Map<string, { what: string; kind: string }>();

/** `reference.call` → reference, call */
function meaningOf(name: string): { what: string; kind: string } {
  return getOrMake(meanings, name, () => {
    const [what = '', kind = ''] = name.split('.');
    return { what, kind };
  });
}

function textOf(text: string, spans: Span[] = []): string {
  if (spans.length === 1) return text.slice(spans[0]!.start, spans[0]!.end);
  return spans.map(({ start, end }) => text.slice(start, end)).join('');
}

/**
 * Adds a definition. If patterns capture the same name, the widest match counts, and among equals
 * the first.
 */
function addDefinition(found: Map<number, Found>, definition: Found): void {
  const known = found.get(definition.nameStart);
  const wider = known === undefined ? 1 : definition.end - definition.start - (known.end - known.start);
  if (wider > 0 || (wider === 0 && definition.pattern < known!.pattern)) found.set(definition.nameStart, definition);
  else if (wider === 0 && definition.pattern === known!.pattern) known!.body ??= definition.body;
}

// Turns a captured mention into a reference.

/** The most characters of a receiver; a module may have twice as many. */
const MAX_PATH = 120;
/** A hundred thousand names may be imported from one module: its end is enough for each. */
const MOST_READ = 4096;

/**
 * @param name as written; for an import without `from` it is the module itself, with quotes and
 * brackets
 * @param from the receiver of a call or the module of an import, '' if there is none
 * @param separator between the parts of a qualified name, which becomes its own `from`: `A::B`
 * @returns null for text that is no name (a computed member, several lines) or means nothing
 * elsewhere (`T`). A call on an expression without a name has `()` as receiver
 */
function referenceOf(kind: ReferenceKind, name: string, from: string, separator?: string): Reference | null {
  const bare = unquoted(name);
  if (kind === 'import' && from === '') return moduleReference(bare, bare !== name.trim());
  if (bare === '' || bare.length > MAX_NAME || /\s/.test(bare) || (kind === 'type' && /^[A-Z]\d?$/.test(bare)))
    return null;
  const cut = from === '' && separator !== undefined ? bare.lastIndexOf(separator) : -1;
  if (cut > 0) return { name: bare.slice(cut + separator!.length), kind, from: bare.slice(0, cut) };
  const origin = originOf(unquoted(from.slice(-MOST_READ)));
  if (origin !== '') return { name: bare, kind, from: origin };
  return kind === 'call' && /[)\]}]\s*$/.test(from) ? { name: bare, kind, from: '()' } : { name: bare, kind };
}

/**
 * `os.path` → path from os.path; `<sys/types.h>` → types from sys/types.h; `./a/b.js` → b from
 * ./a/b.js.
 */
function moduleReference(path: string, isFile: boolean): Reference | null {
  if (path === '' || path.length > MAX_PATH * 2 || /\n/.test(path)) return null;
  const parts = path
    .split(isFile || path.includes('/') ? '/' : /::|[.\\]/)
    .filter((part) => part !== '' && part !== '*');
  const last = parts.at(-1) ?? path;
  const name = isFile || path.includes('/') ? last.replace(/(?<=.)\.\w+$/, '') : last;
  return { name, kind: 'import', from: path };
}

function unquoted(text: string): string {
  return text
    .trim()
    .replace(/^["'`<]+/, '')
    .replace(/(?<!["'`>])["'`>]+$/, '');
}

/** The most characters of an expression of types. */
const MOST_TYPES = 2000;
/** Comments, strings, and calls in an expression of types. */
const NO_TYPE = /#[^\n]*|"[^"\n]*"|'[^'\n]*'|\([^()]*\)/g;

/** `dict[str, a.B] | None` → str, and B from a */
function typesIn(text: string, { start, end }: Span, lineAt: (offset: number) => number): LocatedReference[] {
  const types = text.slice(start, Math.min(end, start + MOST_TYPES));
  const names = types.replace(NO_TYPE, (found) => found.replace(/./g, found.startsWith('(') ? '(' : ' '));
  return [...names.matchAll(/(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_.]*(?![\p{L}\p{N}_.(])/gu)].flatMap(
    ({ 0: name, index }) => {
      const reference = name === 'None' ? null : referenceOf('type', name, '', '.');
      return reference === null ? [] : [withLine(reference, lineAt(start + index))];
    },
  );
}

/**
 * A receiver that is an expression is named by its last name: `a.b(c).d` → d, `f(g(x))` → f, and
 * `(new A(x))` → A.
 */
function originOf(from: string): string {
  if (from.length <= MAX_PATH && /^[^\s()[\]{}]*$/.test(from)) return from;
  let text = from.slice(-4 * MAX_PATH).replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, '');
  for (;;) {
    const { end, groups } = endOfName(text);
    const name = /[\p{L}_$][\p{L}\p{N}_$]*$/u.exec(text.slice(Math.max(0, end - MAX_PATH), end))?.[0];
    if (name !== undefined || end > 0 || groups !== 1) return name ?? '';
    // In Dart `(x)` may be arguments.
    text = text.trim().slice(1, -1).trimEnd();
    if (!/[)\]}]$/.test(text)) return '';
  }
}

/** Leaves out the groups in brackets at the end, and counts them. */
function endOfName(text: string): { end: number; groups: number } {
  let depth = 0;
  let groups = 0;
  let end = text.length;
  for (; end > 0 && (depth > 0 || /[\s)\]}]/.test(text[end - 1]!)); end--) {
    if (')]}'.includes(text[end - 1]!)) depth += 1;
    else if ('([{'.includes(text[end - 1]!) && --depth === 0) groups += 1;
  }
  return { end, groups };
}

// Joins several readings of a text, each of which lacks lines that another one has: the branches of
// conditional parts (languages/conditionals.ts).

export interface TextReading {
  /** The text as it was parsed. */
  text: string;
  captures: Captures;
}

/**
 * Returns everything in the first reading, and from the others what is on new lines, and
 * definitions in lines where none is known.
 */
export function joinReadings(
  [first, ...others]: readonly [TextReading, ...TextReading[]],
  { lineAt }: LineIndex,
): Captures {
  const joined = { ...first.captures, definitions: first.captures.definitions.filter(isNamed) };
  const seen = filledLines(first.text);
  for (const { text, captures } of others) {
    const isNew = (offset: number): boolean => seen[lineAt(offset) - 1] === false;
    const isApart = apartFrom(joined.definitions, text.length);
    const added = captures.definitions.filter((found) => isNamed(found) && (isNew(found.nameStart) || isApart(found)));
    joined.definitions = withoutCrossing(joined.definitions, added);
    joined.references.push(...captures.references.filter(({ line }) => seen[line - 1] === false));
    for (const list of ['comments', 'decorators', 'docs', 'statements', 'statementEnds'] as const)
      joined[list].push(...captures[list].filter(({ start }) => isNew(start)));
    for (const [line, isFilled] of filledLines(text).entries()) seen[line] ||= isFilled;
  }
  return joined;
}

/** False for a statement that a confused grammar has taken for a function. */
function isNamed({ name }: Found): boolean {
  return !/^(?:if|for|while|switch|return|catch|else)$/.test(name);
}

function filledLines(text: string): boolean[] {
  return text.split('\n').map((line) => FILLED.test(line));
}

/** Returns a test that a definition is neither inside nor around any of these. */
function apartFrom(known: readonly Found[], length: number): (found: Found) => boolean {
  const roots: Found[] = [];
  for (const found of [...known].sort((a, b) => a.start - b.start || b.end - a.end))
    if (roots.length === 0 || roots.at(-1)!.end <= found.start) roots.push(found);
  const covered = new Uint32Array(length + 2);
  for (const { start, end } of roots) covered.fill(1, start + 1, end + 1);
  for (let at = 1; at < covered.length; at++) covered[at]! += covered[at - 1]!;
  return ({ start, end }) => covered[end] === covered[start];
}

/** Definitions must be nested or apart. An added one that crosses a known one is left out. */
function withoutCrossing(known: readonly Found[], added: readonly Found[]): Found[] {
  const isAdded = new Set(added);
  const kept = new Set<Found>();
  const open: Found[] = [];
  for (const found of [...known, ...added].sort((a, b) => a.start - b.start || b.end - a.end)) {
    while (open.length > 0 && open.at(-1)!.end <= found.start) open.pop();
    while (open.length > 0 && open.at(-1)!.end < found.end && isAdded.has(open.at(-1)!)) kept.delete(open.pop()!);
    if (open.length > 0 && open.at(-1)!.end < found.end && isAdded.has(found)) continue;
    kept.add(found);
    open.push(found);
  }
  return [...kept];
}
