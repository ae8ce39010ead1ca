/**
 * The three attributes that decide if a file is indexed, from the .gitattributes of a tree. Git
 * 2.39 can only look them up in a working tree or an index, but a view must depend on its tree
 * alone, also in a bare repository.
 */

import {
  ANYTHING,
  createMatcher,
  DIRECTORIES,
  directoriesOf,
  fileNameOf,
  literal,
  NOT_SLASH,
  type Pattern,
  SLASH,
} from '../base/patterns.ts';
import { bytesFromPath } from './repository.ts';

export interface IndexingAttributes {
  /** linguist-generated: true, false if it is unset, undefined if nothing is said. */
  generated: boolean | undefined;
  /** linguist-vendored. */
  vendored: boolean | undefined;
  /** The filter that changed the file before it was stored. */
  filter: string | undefined;
}

const DECISIVE = ['linguist-generated', 'linguist-vendored', 'filter'];

const NOTHING_SAID: IndexingAttributes = { generated: undefined, vendored: undefined, filter: undefined };

/** A line: the files that it matches, and the attributes that it sets. */
interface Rule {
  matches: PathMatcher;
  settings: [string, string | boolean | undefined][];
}

type Macros = Map<string, Rule['settings']>;

export class TreeAttributes {
  readonly #rules = new Map<string, Rule[]>();
  readonly #macros: Macros;
  readonly #strongest: readonly Rule[];

  /**
   * @param files the text of each .gitattributes by its directory, '' for the top level
   * @param info the text of the repository's own `info/attributes`, which overrides all others
   */
  constructor(files: ReadonlyMap<string, string>, info = '') {
    const read = [...files].map(([directory, text]) => ({ directory, ...readAttributes(text) }));
    const own = readAttributes(info);
    const top = read.find(({ directory }) => directory === '');
    this.#macros = new Map([...(top?.macros ?? []), ...own.macros]);
    // Most lines say how to show or check out a file, and a repository has them for every path.
    const decide = ({ settings }: Rule): boolean =>
      settings.some(([name]) => DECISIVE.includes(name) || this.#macros.has(name));
    for (const { directory, rules } of read) if (rules.some(decide)) this.#rules.set(directory, rules.filter(decide));
    this.#strongest = own.rules.filter(decide);
  }

  of(path: string): IndexingAttributes {
    if (this.#rules.size === 0 && this.#strongest.length === 0) return NOTHING_SAID;
    const values = new Map<string, string | boolean | undefined>();
    const bytes = byteString(path);
    const apply = (rules: readonly Rule[], relative: string): void => {
      const name = fileNameOf(relative);
      for (const rule of rules) if (rule.matches(relative, name)) this.#apply(rule.settings, values, 0);
    };
    for (const directory of directoriesOf(path)) {
      const rules = this.#rules.get(directory);
      if (rules !== undefined) apply(rules, directory === '' ? bytes : bytes.slice(byteString(directory).length + 1));
    }
    apply(this.#strongest, bytes);
    if (values.size === 0) return NOTHING_SAID;
    const filter = values.get('filter');
    return {
      generated: flagOf(values.get('linguist-generated')),
      vendored: flagOf(values.get('linguist-vendored')),
      filter: typeof filter === 'string' && filter !== '' ? filter : undefined,
    };
  }

  #apply(settings: Rule['settings'], values: Map<string, string | boolean | undefined>, depth: number): void {
    for (const [name, value] of settings) {
      values.set(name, value);
      const macro = value === true && depth < 10 ? this.#macros.get(name) : undefined;
      if (macro !== undefined) this.#apply(macro, values, depth + 1);
    }
  }
}

/** Attributes of git that do not affect indexing. */
const OTHERS =
  /^(text|eol|crlf|diff|merge|binary|ident|encoding|whitespace|delta|export-ignore|export-subst|conflict-marker-size|working-tree-encoding)$/;

/** False if no line, alone or together with those of a tree, can affect indexing. */
export function mayDecide(text: string): boolean {
  const { rules, macros } = readAttributes(text);
  return macros.size > 0 || rules.some(({ settings }) => settings.some(([name]) => !OTHERS.test(name)));
}

/** Returns the lines of a rule file, with one character for each byte. */
export function ruleLines(text: string): string[] {
  const lines = byteString(text.replace(/^\uFEFF/, '')).split('\n');
  return lines.map((line) => line.replace(/\r$/, ''));
}

/**
 * Matches a path relative to the rules' directory; a pattern without a slash matches the name in
 * any directory.
 */
export type PathMatcher = (relative: string, name: string) => boolean;

/** @returns null for a pattern that matches nothing */
export function pathMatcher(pattern: string): PathMatcher | null {
  const matches = wildmatch(pattern.startsWith('/') ? pattern.slice(1) : pattern);
  if (matches === null) return null;
  return pattern.includes('/') ? matches : (_, name) => matches(name);
}

/**
 * Returns one character for each byte, because git's patterns match bytes: `?` does not match `ü`.
 */
export function byteString(path: string): string {
  return /[^\x00-\x7f]/.test(path) ? bytesFromPath(path).toString('latin1') : path;
}

function flagOf(value: string | boolean | undefined): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}

/**
 *     [attr]made linguist-generated        only at the top level
 *     *.pb.go made -diff
 *     "with space.c" !filter
 *     /docs/** linguist-documentation=false
 */
function readAttributes(text: string): { rules: Rule[]; macros: Macros } {
  const rules: Rule[] = [];
  const macros: Macros = new Map();
  for (const line of ruleLines(text)) {
    const parts = /^\s*(?:"((?:[^"\\]|\\.)*)"|(\S+))(?:\s+([\s\S]*))?$/.exec(line);
    if (parts === null || line.trimStart().startsWith('#')) continue;
    const [, quoted, plain, rest = ''] = parts;
    const settings = settingsOf(rest);
    if (plain?.startsWith('[attr]') === true) macros.set(plain.slice('[attr]'.length), settings);
    else {
      const pattern = quoted === undefined ? plain! : unquote(quoted);
      // Negated patterns match no file, and attributes of a directory do not apply to files in it.
      const matches = pattern.startsWith('!') || pattern.endsWith('/') ? null : pathMatcher(pattern);
      if (matches !== null) rules.push({ matches, settings });
    }
  }
  return { rules, macros };
}

function settingsOf(text: string): Rule['settings'] {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((token) => {
      if (token.startsWith('-')) return [token.slice(1), false];
      if (token.startsWith('!')) return [token.slice(1), undefined];
      const at = token.indexOf('=');
      return at === -1 ? [token, true] : [token.slice(0, at), token.slice(at + 1)];
    });
}

const ESCAPES: Record<string, string> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

function unquote(text: string): string {
  return text.replace(/\\([0-3][0-7]{2}|.)/g, (_, code: string) =>
    code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
  );
}

/** Tells which characters a part of a bracket stands for. */
type Member = (code: number) => boolean;

/** POSIX classes inside of brackets. */
const CLASSES: Record<string, RegExp> = {
  alnum: /[0-9A-Za-z]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /[\0-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[\t-\r ]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

/**
 * Compiles a pattern of git's wildmatch to run in time linear in pattern × path.
 * @param pattern in bytes, one character each, like the text that it matches
 * @returns null for a pattern that matches nothing (an unclosed bracket)
 */
export function wildmatch(pattern: string): ((bytes: string) => boolean) | null {
  if (!/[*?[\\]/.test(pattern)) return (bytes) => bytes === pattern;
  const all: Pattern[] = [];
  for (let at = 0; at < pattern.length; ) {
    const piece = pieceAt(pattern, at);
    if (piece === null) return null;
    all.push(piece.pattern);
    at += piece.length;
  }
  return createMatcher({ all });
}

interface Piece {
  pattern: Pattern;
  length: number;
}

function pieceAt(pattern: string, at: number): Piece | null {
  switch (pattern[at]) {
    case '*':
      return starsAt(pattern, at);
    case '?':
      return { pattern: NOT_SLASH, length: 1 };
    case '[':
      return bracketAt(pattern, at);
  }
  const found = charAt(pattern, at);
  return found === null ? null : { pattern: literal(String.fromCharCode(found.code)), length: found.length };
}

/**
 * Reads stars. A `**` that is a whole component crosses directories: in `**` + `/x`, in `x/` +
 * `**`, and between slashes, where it also matches no directory.
 */
function starsAt(pattern: string, at: number): Piece {
  let end = at;
  while (pattern[end] === '*') end += 1;
  const alone = (at === 0 || pattern[at - 1] === '/') && (end === pattern.length || pattern[end] === '/');
  if (end - at !== 2 || !alone) return { pattern: { star: NOT_SLASH }, length: end - at };
  return pattern[end] === '/' ? { pattern: DIRECTORIES, length: 3 } : { pattern: ANYTHING, length: 2 };
}

/** Reads `[a-z]`, `[!x]`, `[^x]`, `[]x]`, `[\\]]`, `[[:digit:]-]`; no bracket matches a slash. */
function bracketAt(pattern: string, at: number): Piece | null {
  const negated = pattern[at + 1] === '!' || pattern[at + 1] === '^';
  const start = at + (negated ? 2 : 1);
  const members: Member[] = [];
  let next = start;
  while (next === start || pattern[next] !== ']') {
    const member = memberAt(pattern, next);
    if (member === null) return null;
    members.push(member.has);
    next += member.length;
  }
  const one = (code: number): boolean => code !== SLASH && members.some((has) => has(code)) !== negated;
  return { pattern: { one }, length: next + 1 - at };
}

/** Reads one class, range or character of a bracket. */
function memberAt(pattern: string, at: number): { has: Member; length: number } | null {
  const named = pattern.startsWith('[:', at) ? /^\[:(\w{1,9}):\]/.exec(pattern.slice(at, at + 13)) : null;
  if (named !== null) {
    const known = Object.hasOwn(CLASSES, named[1]!) ? CLASSES[named[1]!]! : null;
    if (known === null) return null;
    return { has: (code) => known.test(String.fromCharCode(code)), length: named[0].length };
  }
  const from = charAt(pattern, at);
  if (from === null) return null;
  const dash = at + from.length;
  if (pattern[dash] !== '-' || pattern[dash + 1] === ']')
    return { has: (code) => code === from.code, length: from.length };
  const to = charAt(pattern, dash + 1);
  if (to === null) return null;
  // A reversed range holds only its start: git compares with that before it compares with both
  // ends.
  const last = Math.max(from.code, to.code);
  return { has: (code) => code >= from.code && code <= last, length: from.length + 1 + to.length };
}

function charAt(pattern: string, at: number): { code: number; length: number } | null {
  const escaped = pattern[at] === '\\';
  const code = pattern.charCodeAt(escaped ? at + 1 : at);
  return Number.isNaN(code) ? null : { code, length: escaped ? 2 : 1 };
}
