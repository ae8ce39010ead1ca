/**
 * The three attributes that decide whether a file is indexed, from the .gitattributes of a tree.
 * Git 2.39 can only look them up in a working tree or an index; a view is a function of its tree
 * alone, also in a bare repository.
 */

import { bytesFromPath } from './pathBytes.ts';
import { wildmatch } from './wildmatch.ts';

export interface IndexingAttributes {
  /** linguist-generated: true, false where it is unset, undefined where nothing is said. */
  generated: boolean | undefined;
  /** linguist-vendored. */
  vendored: boolean | undefined;
  /** The filter that the file went through before it was stored. */
  filter: string | undefined;
}

/** A line: what it matches, and what it sets. */
interface Rule {
  matches: PathMatcher;
  settings: [string, string | boolean | undefined][];
}

type Macros = Map<string, Rule['settings']>;

export class TreeAttributes {
  readonly #rules = new Map<string, Rule[]>();
  readonly #macros: Macros = new Map();
  readonly #strongest: readonly Rule[];

  /**
   * @param files the text of each .gitattributes by its directory, '' for the top level
   * @param info the text of the repository's own, `info/attributes`: stronger than all others
   */
  constructor(files: ReadonlyMap<string, string>, info = '') {
    for (const directory of [...files.keys()].sort()) {
      const rules = rulesOf(files.get(directory)!, directory === '' ? this.#macros : null);
      if (rules.length > 0) this.#rules.set(directory, rules);
    }
    this.#strongest = rulesOf(info, this.#macros);
  }

  of(path: string): IndexingAttributes {
    const values = new Map<string, string | boolean | undefined>();
    if (this.#rules.size > 0 || this.#strongest.length > 0) {
      const bytes = byteString(path);
      const apply = (rules: readonly Rule[], relative: string): void => {
        const name = relative.slice(relative.lastIndexOf('/') + 1);
        for (const rule of rules) if (rule.matches(relative, name)) this.#apply(rule.settings, values, 0);
      };
      for (const directory of directoriesOf(path)) {
        const rules = this.#rules.get(directory);
        if (rules !== undefined) apply(rules, directory === '' ? bytes : bytes.slice(byteString(directory).length + 1));
      }
      apply(this.#strongest, bytes);
    }
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

/** Attributes of Git's own, which say nothing of what is indexed. */
const OTHERS =
  /^(text|eol|crlf|diff|merge|binary|ident|encoding|whitespace|delta|export-ignore|export-subst|conflict-marker-size|working-tree-encoding)$/;

/**
 * False where no line of these attributes, alone or with those of a tree, can decide about a file.
 */
export function mayDecide(text: string): boolean {
  const macros: Macros = new Map();
  const rules = rulesOf(text, macros);
  return macros.size > 0 || rules.some(({ settings }) => settings.some(([name]) => !OTHERS.test(name)));
}

/** Returns the lines of a file of rules, one character for each byte. */
export function ruleLines(text: string): string[] {
  const lines = byteString(text.replace(/^\uFEFF/, '')).split('\n');
  return lines.map((line) => line.replace(/\r$/, ''));
}

/**
 * Matches the path from the directory of the rules, where the pattern has a slash, or else the name
 * in any directory.
 */
export type PathMatcher = (relative: string, name: string) => boolean;

/** @returns null for a pattern that matches nothing */
export function pathMatcher(pattern: string): PathMatcher | null {
  const matches = wildmatch(pattern.startsWith('/') ? pattern.slice(1) : pattern);
  if (matches === null) return null;
  return pattern.includes('/') ? matches : (_, name) => matches(name);
}

/** The directories above a path, outermost first: 'a/b/c' → ['', 'a', 'a/b']. */
export function directoriesOf(path: string): string[] {
  const out = [''];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) out.push(path.slice(0, at));
  return out;
}

/** One character for each byte: git's patterns match bytes, so that `?` is not `ü`. */
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
function rulesOf(text: string, macros: Macros | null): Rule[] {
  const rules: Rule[] = [];
  for (const line of ruleLines(text)) {
    const parts = /^\s*(?:"((?:[^"\\]|\\.)*)"|(\S+))(?:\s+([\s\S]*))?$/.exec(line);
    if (parts === null || line.trimStart().startsWith('#')) continue;
    const [, quoted, plain, rest = ''] = parts;
    const settings = settingsOf(rest);
    if (plain?.startsWith('[attr]') === true) macros?.set(plain.slice('[attr]'.length), settings);
    else {
      const matches = matcherOf(quoted === undefined ? plain! : unquote(quoted));
      if (matches !== null) rules.push({ matches, settings });
    }
  }
  return rules;
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

/**
 * @returns null for what matches no file: negations, and directories, whose files attributes do not
 * pass to
 */
function matcherOf(pattern: string): PathMatcher | null {
  if (pattern.startsWith('!') || pattern.endsWith('/')) return null;
  return pathMatcher(pattern);
}

const ESCAPES: Record<string, string> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

function unquote(text: string): string {
  return text.replace(/\\([0-3][0-7]{2}|.)/g, (_, code: string) =>
    code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
  );
}
