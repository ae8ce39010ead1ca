/**
 * Reads Haskell (also Elm and PureScript) by its layout. A signature, its equations and its pragmas
 * are one definition, with the comment above; data, classes and instances have their bodies; the
 * imports are one segment. docs/decisions.md says why the grammar is not used.
 */

import type { ChunkKind, Definition } from '../base/types.ts';
import { MAX_LINE } from '../languages/language.ts';
import {
  docOfSegment,
  indentOf,
  type LocatedReference,
  type Segment,
  segmentOf,
  signatureOfSegment,
} from './segment.ts';

interface Growing {
  from: number;
  item: HaskellItem;
  endLine: number;
}

/** @param lines without \r; @returns sorted, disjoint segments */
export function haskellSegments(lines: readonly string[]): Segment[] {
  const segments: Segment[] = [];
  let current: Growing | null = null;
  let waiting: HaskellItem[] = [];
  for (const item of haskellItems(lines)) {
    if (item.role === 'declaration') {
      if (current !== null && belongs(item, current.item)) current.endLine = item.endLine;
      else {
        finish();
        current = { from: item.isImport ? item.startLine : leadOf(lines, item, waiting), item, endLine: item.endLine };
      }
      waiting = [];
    } else if (current !== null && closes(item, current, waiting, lines)) {
      current.endLine = item.endLine;
      waiting = [];
    } else waiting.push(item);
  }
  finish();
  return segments;

  function finish(): void {
    if (current !== null) segments.push(segmentFrom(lines, current));
  }
}

/** True if the item belongs to the one before: equations to their signature, imports to imports. */
function belongs(item: HaskellItem, to: HaskellItem): boolean {
  if (item.isImport || to.isImport) return item.isImport && to.isImport;
  if (item.kind !== 'function' || to.kind !== 'function') return false;
  return item.names.some((name) => to.names.includes(name));
}

/** True for a pragma that names the definition above, or the directive that closes it. */
function closes(item: HaskellItem, current: Growing, waiting: HaskellItem[], lines: readonly string[]): boolean {
  if (item.role === 'pragma') {
    const named = item.names.some((name) => current.item.names.includes(name));
    return named && waiting.every(({ role }) => role !== 'comment');
  }
  return item.role === 'directive' && waiting.length === 0 && /^#\s*endif/.test(lines[item.startLine - 1]!);
}

/**
 * Returns the line at which a declaration begins, with what stands above: everything for the module
 * header, a Haddock comment, or lines without a blank one between.
 */
function leadOf(lines: readonly string[], item: HaskellItem, waiting: HaskellItem[]): number {
  if (item.kind === 'module') return waiting[0]?.startLine ?? item.startLine;
  const documentation = waiting.findLast(({ startLine }) => /^(?:--|\{-) ?\|/.test(lines[startLine - 1]!));
  if (documentation !== undefined) return documentation.startLine;
  let from = item.startLine;
  for (const above of [...waiting].reverse()) {
    if (above.endLine < from - 1) break;
    from = above.startLine;
  }
  return from;
}

function segmentFrom(lines: readonly string[], { from, item, endLine }: Growing): Segment {
  const { kind, names, startLine, isImport, isInstance } = item;
  const symbol = names[0] ?? '';
  const named = !isInstance && !isImport && kind !== 'text';
  const own: Definition[] = named ? names.map((name) => ({ name, kind, startLine, endLine })) : [];
  const defines = kind === 'type' ? own.concat(constructorsOf(lines, startLine, item.endLine)) : own;
  return segmentOf(from, endLine, {
    kind,
    symbol,
    signature: kind === 'text' || isImport ? '' : headOf(lines, item),
    doc: docOfSegment(
      lines.slice(from - 1, startLine - 1).filter((line) => !line.startsWith('#') && !line.startsWith('{-#')),
    ),
    defines,
    children: kind === 'class' ? membersOf(lines, startLine, endLine, symbol, isInstance) : [],
  });
}

/** Returns a whole type signature, or another declaration up to its body. */
function headOf(lines: readonly string[], item: HaskellItem): string {
  const text = lines
    .slice(item.startLine - 1, Math.min(item.endLine, item.startLine + 20))
    .map((line) => line.slice(0, 400).replace(/\s--(?=[\s-]).*$/, ''))
    .filter((line) => !/^\s*--/.test(line))
    .join('\n');
  if (item.kind === 'function' && /^[^=\n]*(?:\s|^)::/.test(text)) return signatureOfSegment(text);
  return signatureOfSegment(text.split(/\bwhere\b|\s=\s|\s=\n|\n\s*\|/, 1)[0]!);
}

// The top level of a Haskell file (and of Elm and PureScript, which share its layout): what begins
// in the first column.
//
//   -- | A comment.        comment
//   {-# INLINE foo #-}     pragma
//   #if MIN_VERSION…       directive
//   foo :: Int -> Int      declaration, with the indented lines that follow

export interface HaskellItem {
  role: 'comment' | 'pragma' | 'directive' | 'declaration';
  /** 1-based, inclusive, without blank lines at the end. */
  startLine: number;
  endLine: number;
  /** 'text' if nothing is named: a splice, an infix declaration. */
  kind: ChunkKind;
  isImport: boolean;
  isInstance: boolean;
  /** Several in `a, b :: Int`. For an instance it is the head. */
  names: string[];
}

export function haskellItems(lines: readonly string[]): HaskellItem[] {
  const items: HaskellItem[] = [];
  let depth = 0;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const last = items.at(-1);
    const inComment = depth > 0;
    depth = Math.max(0, depth + nesting(line, inComment));
    if (last !== undefined && (inComment || /^\s/.test(line) || continues(lines, index, last)))
      last.endLine = index + 1;
    else items.push(itemAt(lines, index));
  }
  return items;
}

const DIRECTIVE = /^#\s*(?:if|ifdef|ifndef|else|elif|endif|define|undef|include|error|let)\b|^#!/;
const BLANK_ITEM = { kind: 'text', isImport: false, isInstance: false, names: [] } as const;

function itemAt(lines: readonly string[], index: number): HaskellItem {
  const text = lines[index]!.slice(0, MAX_LINE);
  const at = { startLine: index + 1, endLine: index + 1 };
  if (/^--+(?![!#$%&*+./<=>?@\\^|~:])|^--+ ?[|^*$]|^\{-(?!#)/.test(text))
    return { ...BLANK_ITEM, names: [], role: 'comment', ...at };
  if (text.startsWith('{-#'))
    return { ...BLANK_ITEM, role: 'pragma', ...at, names: text.match(/[\w']+|[!#$%&*+./<=>?@\\^|~:-]+/g) ?? [] };
  if (/^infix[lr]?\s/.test(text)) return { ...BLANK_ITEM, role: 'pragma', ...at, names: text.split(/[\s,`]+/) };
  if (DIRECTIVE.test(text)) {
    return { ...BLANK_ITEM, names: [], role: 'directive', ...at };
  }
  return { role: 'declaration', ...at, ...declarationOf(text, lines, index) };
}

/**
 * True for a bracket that closes the declaration, or a directive that is followed by more of the
 * declaration.
 */
function continues(lines: readonly string[], index: number, last: HaskellItem): boolean {
  const line = lines[index]!;
  if (last.role !== 'declaration' || !/^[)\]}#]/.test(line)) return false;
  if (!line.startsWith('#')) return true;
  const next = lines.slice(index + 1, index + 12).find((it) => it.trim() !== '' && !it.startsWith('#'));
  return DIRECTIVE.test(line) && next !== undefined && /^\s/.test(next);
}

/** Returns how much the depth in block comments changes on the line. */
function nesting(line: string, inside: boolean): number {
  if (!inside && !line.includes('{-')) return 0;
  let depth = 0;
  for (const match of line.slice(0, 8 * MAX_LINE).matchAll(/--.*$|\{-|-\}/g)) {
    if (match[0] === '{-') depth++;
    else if (match[0] === '-}') depth--;
    else if (!inside && depth === 0) break;
    else depth -= (match[0].match(/-\}/g) ?? []).length;
  }
  return depth;
}

type Declaration = Pick<HaskellItem, 'kind' | 'isImport' | 'isInstance' | 'names'>;

const UPPER = "([A-Z][\\w']*|\\([!#$%&*+./<=>?@\\\\^|~:-]+\\))";
/** Matches the context before a head: `(Eq a, Show a) =>`. */
const CONTEXT = '(?:[^=]*=>\\s*)?';
const HEADS: readonly (readonly [RegExp, ChunkKind])[] = [
  [/^(?:port |effect )?module\s+([\w.]+)/, 'module'],
  [new RegExp(`^(?:data|newtype)\\s+(?:family\\s+|instance\\s+)?${CONTEXT}\\(?${UPPER}`), 'type'],
  [new RegExp(`^class\\s+${CONTEXT}\\(?${UPPER}`), 'class'],
  [new RegExp(`^type\\s+(?:alias\\s+|family\\s+|instance\\s+|role\\s+)?${UPPER}`), 'type'],
  [new RegExp(`^pattern\\s+${UPPER}`), 'function'],
  [/^foreign\s+(?:import|export)\s+(?:[^"\n]*"[^"]*"\s*)?(?:\w+\s+)*?([a-z_][\w']*)\s*::/, 'function'],
];
const OPERATOR = '\\([!#$%&*+./<=>?@\\\\^|~:-]+\\)|[^\\x00-\\x7f]+';
const TYPE_SIGNATURE = new RegExp(
  `^((?:[a-z_][\\w']*|${OPERATOR})(?:\\s*,\\s*(?:[a-z_][\\w']*|${OPERATOR}))*)\\s*(?:::|∷|$|:\\s)`,
);

function declarationOf(text: string, lines: readonly string[], index: number): Declaration {
  const none = { isImport: false, isInstance: false };
  if (/^import\b/.test(text)) return { ...none, kind: 'module', isImport: true, names: [] };
  if (/^(?:deriving\s[^:]*)?instance\b/.test(text))
    return { ...none, kind: 'class', isInstance: true, names: [instanceHead(lines, index)] };
  for (const [pattern, kind] of HEADS) {
    const match = pattern.exec(text);
    if (match !== null) return { ...none, kind, names: [bare(match[1]!)] };
  }
  if (/^(?:data|newtype|class|type)\s/.test(text))
    return { ...none, kind: 'type', names: [equationName(text)].filter((name) => name !== '') };
  const signature = TYPE_SIGNATURE.exec(text);
  if (signature !== null) return { ...none, kind: 'function', names: signature[1]!.split(',').map(bare) };
  const name = equationName(text);
  return { ...none, kind: name === '' ? 'text' : 'function', names: name === '' ? [] : [name] };
}

function bare(name: string): string {
  const trimmed = name.trim();
  return trimmed.startsWith('(') ? trimmed.slice(1, -1) : trimmed;
}

/**
 * Returns the function that an equation defines, from `f x = …`, ``x `f` y = …`` or `x <+> y = …`.
 * A splice defines nothing.
 */
export function equationName(text: string): string {
  const head = text.split(/(?:^|\s)[=|](?=\s|$)/, 1)[0]!;
  const ticks = /^[^`"]*`([a-z_][\w']*)`/.exec(head);
  if (ticks !== null) return ticks[1]!;
  const prefix = /^\(([!#$%&*+./<=>?@\\^|~:-]+)\)(?:\s|$)/.exec(head);
  if (prefix !== null) return prefix[1]!;
  const infix = / ([!#$%&*+./<=>?@\\^|~:-]{1,6}) /.exec(head.replace(/\([^()]*\)/g, '()'));
  if (infix !== null && infix[1] !== '@' && infix[1] !== '::') return infix[1]!;
  if (head.length === text.length && !/\s[=|]/.test(text) && text.includes("''")) return '';
  return /^[a-z_][\w']*/.exec(head)?.[0] ?? '';
}

/** `instance (ToJSON a) => ToJSON [a] where` → 'ToJSON [a]'. */
function instanceHead(lines: readonly string[], index: number): string {
  let head = '';
  for (let at = index; at < Math.min(lines.length, index + 12); at++) {
    const line = lines[at]!.slice(0, MAX_LINE);
    if (at > index && !/^\s+\S/.test(line)) break;
    const where = /(?:^|\s)where(?:\s|$)/.exec(line);
    head += ` ${where === null ? line : line.slice(0, where.index)}`;
    if (where !== null) break;
  }
  const context = head.lastIndexOf('=>');
  const text = (context === -1 ? head.replace(/^.*?\binstance\b/, '') : head.slice(context + 2)).replace(
    /\{-#.*?#-\}/g,
    '',
  );
  return text.split(/\s+/).join(' ').trim().slice(0, 120);
}

// Finds members of a declaration: the methods of a class or instance, the constructors and fields
// of a type.

const METHOD = /^\s+(?:type\s+|data\s+)?(?:\(([!#$%&*+./<=>?@\\^|~:-]+)\)|([A-Za-z_][\w']*))/;
const NO_METHODS: ReadonlySet<string> = new Set(
  'where default if then else case of let in do deriving infixl infixr infix'.split(' '),
);

/**
 * A class defines its methods. An instance only implements them, so they are references, not
 * definitions.
 */
function membersOf(
  lines: readonly string[],
  startLine: number,
  endLine: number,
  owner: string,
  isInstance: boolean,
): Segment[] {
  const members: Segment[] = [];
  const body = bodyOf(lines, startLine, endLine);
  let comment = 0;
  for (let number = body.startLine; number <= endLine; number++) {
    const line = lines[number - 1]!.slice(0, MAX_LINE);
    const indent = indentOf(line);
    if (indent === -1) comment = 0;
    if (indent !== body.indent) {
      if (indent > body.indent && members.length > 0 && comment === 0) members.at(-1)!.endLine = number;
      continue;
    }
    if (/^\s*(?:--|\{-(?!#))/.test(line)) {
      comment = comment === 0 ? number : comment;
      continue;
    }
    add(number, line, comment === 0 ? number : comment);
    comment = 0;
  }
  return members;

  function add(number: number, line: string, from: number): void {
    const last = members.at(-1);
    const name = methodName(line);
    const isContinuation =
      name === '' || name === last?.symbol || NO_METHODS.has(name) || !/[=|]|::|^\s+\S+\s*$/.test(line);
    if (isContinuation) {
      if (last !== undefined) last.endLine = number;
      return;
    }
    members.push(
      segmentOf(from, number, {
        kind: 'method',
        symbol: name,
        scope: [owner],
        signature: signatureOfSegment(line.split(/\s=\s/, 1)[0]!),
        doc: docOfSegment(lines.slice(from - 1, number - 1)),
        defines: isInstance ? [] : [{ name, kind: 'method', startLine: number, endLine: number }],
      }),
    );
  }
}

/** Returns the name of a method from a signature, an associated type, or an equation. */
function methodName(line: string): string {
  const match = METHOD.exec(line);
  const name = match === null ? '' : (match[1] ?? match[2]!);
  return /::|^\s+(?:type|data)\s/.test(line) || NO_METHODS.has(name) ? name : equationName(line.trimStart()) || name;
}

/** Returns the first line of the body after `where`, and its indentation. */
function bodyOf(lines: readonly string[], startLine: number, endLine: number): { startLine: number; indent: number } {
  let number = startLine;
  while (number < endLine && !/(?:^|\s)where(?:\s|$)/.test(lines[number - 1]!.slice(0, MAX_LINE))) number++;
  for (number++; number <= endLine; number++) {
    const indent = indentOf(lines[number - 1]!);
    if (indent > 0) return { startLine: number, indent };
  }
  return { startLine: endLine + 1, indent: 0 };
}

/** `= Foo Int | Bar { size :: Int }` → Foo, Bar, size. */
function constructorsOf(lines: readonly string[], startLine: number, endLine: number): Definition[] {
  const out: Definition[] = [];
  const last = Math.min(endLine, startLine + 300);
  const owner = /^(?:data|newtype)\s+(?:family\s+|instance\s+)?(?:[^=]*=>\s*)?([A-Z][\w']*)/.exec(
    lines[startLine - 1]!.slice(0, MAX_LINE),
  )?.[1];
  let opened = '';
  for (let number = startLine; number <= last; number++) {
    const line = opened + lines[number - 1]!.slice(0, MAX_LINE).replace(/--.*$/, '').trimEnd();
    if (line.trim() === '') continue;
    opened = /[=|]$/.test(line) ? '= ' : '';
    if (/^\s*deriving\b/.test(line)) break;
    for (const [, name] of line.matchAll(/(?:^|\s)[=|]\s*(?:forall [^.]*\.\s*)?!?([A-Z][\w']*)/g))
      add(name!, 'constant', number);
    for (const [, names] of line.matchAll(/(?:^|[{,\s])([a-z_][\w']*(?:\s*,\s*[a-z_][\w']*)*)\s*::/g)) {
      for (const name of names!.split(',')) add(name.trim(), 'function', number);
    }
  }
  return /^type\b/.test(lines[startLine - 1]!) ? [] : out;

  function add(name: string, kind: Definition['kind'], line: number): void {
    if (name !== owner) out.push({ name, kind, startLine: line, endLine: line });
  }
}

// Finds the names that Haskell code mentions: imports, types in signatures, functions in bodies. It
// looks at words and ignores scopes.

const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'case class data default deriving do else forall foreign if import in infix infixl infixr instance let module newtype of then type where ' +
    'qualified hiding family pattern otherwise return pure undefined error'
  ).split(' '),
);

const IMPORT_LINE = /^import\s+(?:safe\s+)?(?:qualified\s+)?(?:"[^"]*"\s+)?([A-Z][\w.']*)/;
/** Matches a pragma, a string, a comment, or a name that may be qualified. */
const TOKEN = /\{-#.*?#-\}|"(?:[^"\\]|\\.)*"|--[^|].*$|(?:[A-Z][\w']*\.)*[A-Za-z_][\w']*/g;

/** @param segments of the same lines: their own definitions are no references */
export function haskellReferences(lines: readonly string[], segments: readonly Segment[]): LocatedReference[] {
  return segments.flatMap((segment) =>
    segment.kind === 'module' ? importsIn(lines, segment) : mentionsIn(lines, segment),
  );
}

function importsIn(lines: readonly string[], segment: Segment): LocatedReference[] {
  const out: LocatedReference[] = [];
  let from = '';
  for (let line = segment.startLine; line <= segment.endLine; line++) {
    const text = lines[line - 1]!.slice(0, MAX_LINE).replace(/\s--.*$/, '');
    const match = IMPORT_LINE.exec(text);
    if (match !== null) {
      from = match[1]!;
      out.push({ name: from, kind: 'import', line });
    }
    if (from === '' || (match === null && !/^\s/.test(text)) || /\bhiding\b/.test(text)) continue;
    const list = match === null ? text : text.slice(match[0].length).replace(/^[^(]*/, '');
    for (const [name] of list.matchAll(/[A-Za-z_][\w']*/g))
      if (!KEYWORDS.has(name) && name !== 'as') out.push({ name, kind: 'import', from, line });
  }
  return out;
}

function mentionsIn(lines: readonly string[], segment: Segment): LocatedReference[] {
  const out: LocatedReference[] = [];
  const known = new Set(segment.defines.map(({ name }) => name));
  const local = boundIn(lines, segment);
  let block = false;
  for (let line = segment.startLine; line <= segment.endLine; line++) {
    const text = lines[line - 1]!.slice(0, MAX_LINE);
    block = block ? !text.includes('-}') : /^\s*\{-/.test(text) && !text.includes('-}');
    if (block || /^\s*(?:--|#|\{-)/.test(text)) continue;
    const isHead = /^(?:class|(?:deriving\s.*)?instance)\b/.test(text);
    for (const [token] of text.matchAll(TOKEN)) {
      if (token.startsWith('"') || token.startsWith('--') || token.startsWith('{') || KEYWORDS.has(token)) continue;
      const dot = token.lastIndexOf('.');
      const name = token.slice(dot + 1);
      if (name.length < 3 || known.has(name) || local.has(name)) continue;
      local.add(name);
      const kind = /^[A-Z]/.test(name) ? (isHead ? 'inherit' : 'type') : 'call';
      out.push(dot === -1 ? { name, kind, line } : { name, kind, from: token.slice(0, dot), line });
    }
  }
  return out;
}

/**
 * Returns the names that patterns bind: left of `=` and `<-`, and between `\\` and `->`. Names of
 * at most two letters are skipped anyway.
 */
function boundIn(lines: readonly string[], segment: Segment): Set<string> {
  const bound = new Set<string>();
  for (let line = segment.startLine; line <= segment.endLine; line++) {
    const text = lines[line - 1]!.slice(0, MAX_LINE);
    const patterns = [/^(.*?)(?:<-|\s=(?:\s|$)|\s\|\s)/.exec(text)?.[1] ?? '', ...(text.match(/\\[^\\>]*->/g) ?? [])];
    for (const pattern of patterns) for (const [name] of pattern.matchAll(/\b[a-z_][\w']{2,}/g)) bound.add(name);
  }
  return bound;
}
