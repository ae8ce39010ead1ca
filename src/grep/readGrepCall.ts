/**
 * Reads a grep that an agent is about to make, and says what it looks for: the definition of a
 * name, a name, a subject in words, or an exact text. Pure; what Cora offers for it is decided by
 * its callers.
 */

import { listed } from '../base/lists.ts';
import { ONE_NAME, patternFor } from '../base/words.ts';

/** A call of grep, ripgrep or their like. */
export interface GrepCall {
  /** In the syntax of `grep -E`, or plain text where `isFixed`. */
  pattern: string;
  isFixed: boolean;
  ignoreCase: boolean;
  /** True to match whole words. */
  isWord: boolean;
  /** Files and folders as they are written; none for the folder around. */
  paths: readonly string[];
}

/** The subject of a grep. */
export type GrepSubject =
  | { kind: 'definition' | 'name'; names: readonly string[] }
  | { kind: 'words'; text: string }
  /** One file that its caller knows. */
  | { kind: 'file' }
  | { kind: 'exact' };

/** Reads the call of a tool that is a grep: `{"pattern": "…", "path": "src", "-i": true}`. */
export function readGrepInput(input: Readonly<Record<string, unknown>>): GrepCall | null {
  const { pattern, path } = input;
  if (typeof pattern !== 'string' || pattern === '') return null;
  const paths = typeof path === 'string' && path !== '' ? [path] : [];
  return { pattern, isFixed: false, ignoreCase: input['-i'] === true, isWord: false, paths };
}

/**
 * The first grep of a command line that searches files.
 *
 *     cd src && rg -n "class \w+Reader" --type py | head
 *
 * @returns null where there is none, where it filters the output of another command, and where a
 * shell would put something else into its words
 */
export function readGrepCommand(line: string): GrepCall | null {
  const commands = splitCommands(line);
  for (const { words, isPiped } of commands ?? []) {
    const start = words[0] === 'git' && words[1] === 'grep' ? 1 : 0;
    const dialect = DIALECTS[words[start]?.split('/').at(-1) ?? ''];
    if (dialect !== undefined && !isPiped) return readWords(words.slice(start + 1), dialect);
  }
  return null;
}

interface Dialect {
  /** Letters of the short flags that take a value. */
  valued: string;
  /** True where `\|` and `\(` are operators and `|` and `(` are text. */
  isBasic: boolean;
  isFixed: boolean;
}

const GREP: Dialect = { valued: 'ABCmefdD', isBasic: true, isFixed: false };
const RIPGREP: Dialect = { valued: 'ABCmefgtTMjrE', isBasic: false, isFixed: false };
const DIALECTS: Readonly<Record<string, Dialect>> = {
  grep: GREP,
  egrep: { ...GREP, isBasic: false },
  fgrep: { ...GREP, isFixed: true },
  rg: RIPGREP,
  ag: { ...RIPGREP, valued: 'ABCmGp' },
  ack: { ...RIPGREP, valued: 'ABCm' },
};
/** Long flags that take the next word where they have no `=`. */
const LONG_VALUED: ReadonlySet<string> = new Set(
  listed(
    'include exclude exclude-dir glob iglob type type-not regexp file max-count max-depth',
    'context after-context before-context',
  ),
);
const LONG_LETTERS: Readonly<Record<string, string>> = {
  'ignore-case': 'i',
  'fixed-strings': 'F',
  'word-regexp': 'w',
  'extended-regexp': 'E',
  'perl-regexp': 'P',
  'invert-match': 'v',
  'files-without-match': 'L',
  'smart-case': 'S',
  regexp: 'e',
};

function readWords(words: readonly string[], { valued, isBasic, isFixed }: Dialect): GrepCall | null {
  const flags = new Set<string>();
  const texts: string[] = [];
  let given: string | null = null;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word === '--') {
      texts.push(...words.slice(at + 1));
      break;
    }
    const long = /^--([a-z-]+)(?:=(.*))?$/s.exec(word);
    if (long !== null) {
      const letter = LONG_LETTERS[long[1]!];
      if (letter !== undefined) flags.add(letter);
      const value = long[2] ?? (LONG_VALUED.has(long[1]!) ? words[++at] : undefined);
      if (letter === 'e') given ??= value ?? null;
    } else if (/^-[A-Za-z0-9]/.test(word)) {
      const letters = [...word.slice(1)];
      const takes = letters.findIndex((letter) => valued.includes(letter));
      for (const letter of takes === -1 ? letters : letters.slice(0, takes + 1)) flags.add(letter);
      if (takes === -1) continue;
      const value = letters.slice(takes + 1).join('') || words[++at];
      if (letters[takes] === 'e') given ??= value ?? null;
    } else texts.push(word);
  }
  const pattern = given ?? texts.shift() ?? '';
  if (pattern === '' || flags.has('v') || flags.has('L') || (flags.has('f') && given === null)) return null;
  const isPlain = isFixed || flags.has('F');
  const isExtended = !isBasic || flags.has('E') || flags.has('P');
  // An operator of one syntax needs a backslash in the other.
  const swapped = (found: string): string => (found.length === 2 ? found.slice(1) : `\\${found}`);
  return {
    pattern: isPlain || isExtended ? pattern : pattern.replace(/\\?[|(){}+?]/g, swapped),
    isFixed: isPlain,
    ignoreCase: flags.has('i') || (flags.has('S') && pattern === pattern.toLowerCase()),
    isWord: flags.has('w'),
    paths: texts.filter((path) => path !== '.'),
  };
}

interface SimpleCommand {
  words: string[];
  /** True where it reads the output of another one. */
  isPiped: boolean;
}

/** @returns null for what only a shell can read: variables, substitutions, documents in place */
function splitCommands(line: string): SimpleCommand[] | null {
  const commands: SimpleCommand[] = [{ words: [], isPiped: false }];
  let word: string | null = null;
  const endWord = (): void => {
    if (word !== null) commands.at(-1)!.words.push(word);
    word = null;
  };
  for (let at = 0; at < line.length; at++) {
    const letter = line[at]!;
    if (letter === "'" || letter === '"') {
      const end = endOfQuote(line, at);
      const text = line.slice(at + 1, end);
      if (end === -1 || (letter === '"' && /(?:^|[^\\])(?:\$[A-Za-z_{(]|`)/.test(text))) return null;
      word = (word ?? '') + (letter === '"' ? text.replace(/\\(["\\$`])/g, '$1') : text);
      at = end;
    } else if (letter === '\\') {
      word = (word ?? '') + (line[at + 1] ?? '');
      at += 1;
    } else if (letter === '`' || (letter === '$' && /[A-Za-z_{(]/.test(line[at + 1] ?? ''))) return null;
    else if (letter === '<' && line[at + 1] === '<') return null;
    else if (/[|&;\n]/.test(letter)) {
      // 2>&1 is a redirection.
      if (letter === '&' && line[at - 1] === '>') continue;
      endWord();
      const isPiped = letter === '|' && line[at + 1] !== '|' && line[at - 1] !== '|';
      commands.push({ words: [], isPiped });
    } else if (/[<>]/.test(letter)) {
      // The number before it and the file behind it are no words of the command.
      if (word !== null && !/^\d$/.test(word)) endWord();
      word = null;
      at += /^[>&]*\s*[^\s|&;]*/.exec(line.slice(at + 1))![0].length;
    } else if (/\s/.test(letter)) endWord();
    else word = (word ?? '') + letter;
  }
  endWord();
  return commands;
}

/** @returns -1 where it does not end */
function endOfQuote(line: string, start: number): number {
  for (let at = start + 1; at < line.length; at++) {
    if (line[at] === line[start]) return at;
    if (line[start] === '"' && line[at] === '\\') at += 1;
  }
  return -1;
}

const MODIFIERS: ReadonlySet<string> = new Set(
  listed(
    'export default public private protected internal static async abstract final pub unsafe override',
    'virtual inline declare sealed',
  ),
);
const DEFINERS: ReadonlySet<string> = new Set(
  listed(
    'def class func fn fun function interface struct type enum trait impl module namespace record',
    'protocol object const let var val',
  ),
);
const NAME = patternFor(/^[A-Za-z_$][\w$]*$/, `^${ONE_NAME}$`);
/**
 * The most words of a subject. Longer texts are messages and lines of code, which are looked for as
 * they are.
 */
const MOST_WORDS = 3;

/** Says what a grep looks for: a pattern that is a list of alternatives has one subject. */
export function subjectOf(call: GrepCall): GrepSubject {
  if (call.paths.length > 0 && call.paths.every((path) => /[^/*]\.\w+$/.test(path))) return { kind: 'file' };
  const parts = call.isFixed ? [call.pattern] : alternativesOf(call.pattern);
  const texts = parts.map((part) => (call.isFixed ? part.trim() : plainOf(part)));
  if (texts.some((text) => text === null || text === '')) return { kind: 'exact' };
  const plain = texts as string[];
  const defined = plain.map(definedName);
  if (defined.every((name) => name !== null)) return { kind: 'definition', names: defined };
  const names = plain.map((text) => nameIn(text, call.isWord));
  if (names.every((name) => name !== null)) return { kind: 'name', names };
  const words = plain.map(wordsIn);
  const isSubject = words.length > 1 || words[0]?.length === 1 || call.ignoreCase || parts[0]!.includes('.*');
  if (words.some((some) => some === null) || !isSubject) return { kind: 'exact' };
  return { kind: 'words', text: words.flat().join(' ') };
}

/** Splits at each `|` outside of brackets; a pair of parentheses around all of it is taken off. */
function alternativesOf(pattern: string): string[] {
  const inner = /^\(([^()]*)\)$/.exec(pattern)?.[1] ?? pattern;
  const parts = [''];
  let depth = 0;
  for (let at = 0; at < inner.length; at++) {
    const letter = inner[at]!;
    if (letter === '\\') {
      parts[parts.length - 1] += letter + (inner[at + 1] ?? '');
      at += 1;
      continue;
    }
    if (letter === '(' || letter === '[') depth += 1;
    if (letter === ')' || letter === ']') depth -= 1;
    if (letter === '|' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

/** Returns a pattern's text, with blanks for what may be anything; null where it is none. */
function plainOf(part: string): string | null {
  const text = part
    .replace(/\\[bB<>]|^\^|\$$/g, '')
    .replace(/\\s[*+]?|\.[*+]\??|\[\[:space:\]\][*+]?/g, ' ')
    .replace(/\\w[*+]/g, '');
  if (/(?:^|[^\\])[[\]{}*+?^$]|\\[A-Za-z0-9]/.test(text)) return null;
  const unescaped = text.replace(/\\(.)/g, '$1').trim();
  // A parenthesis that opens is where a call or its parameters begin.
  return unescaped.endsWith('(') ? `${unescaped.slice(0, -1).trimEnd()}(` : unescaped;
}

/** `export class Foo(` → `Foo`; `func (r *Reader) Read(` → `Read` */
function definedName(text: string): string | null {
  const words = text.replace(/^func\s*\([^()]*\)/, 'func').split(/\s+/);
  while (MODIFIERS.has(words[0]!) && words.length > 1) words.shift();
  if (!DEFINERS.has(words[0]!)) return null;
  const [name, rest = ''] = [/^[^({:<=;]*/.exec(words[1] ?? '')![0], words.slice(2).join(' ')];
  return NAME(name).test(name) && name.length > 1 && /^(?:[({:<=].*)?$/.test(rest) ? name : null;
}

/** @returns a name as code spells it, not a word of a language */
function nameIn(text: string, isWord: boolean): string | null {
  const name = text.replace(/\($/, '').replace(/^(?:self|this|cls)?\./, '');
  const parts = name.split(/\.|::|->|#/);
  if (!parts.every((part) => NAME(part).test(part))) return null;
  const isSpelt = parts.length > 1 || /[\p{Ll}\p{N}][\p{Lu}]|_|^\p{Lu}/u.test(name) || text !== name || isWord;
  return isSpelt && name.length > 2 ? name : null;
}

function wordsIn(text: string): string[] | null {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const isText =
    words.length > 0 && words.length <= MOST_WORDS && words.every((word) => /^[\p{L}\p{M}\p{N}]+$/u.test(word));
  return isText ? words : null;
}
