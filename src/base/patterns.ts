/**
 * One path glob as people write them, as a function of paths with `/`:
 *
 *     *  ?  [a-z]  [!a-z]      within one name; a leading dot is like any other character
 *     **                       as a whole name: any directories, or none
 *     {a,b}  {1..3}  @(a|b)  ?(a)  *(a)  +(a)   alternatives, and how often
 *     \*                       the character itself
 *
 * No path and no glob makes it slow: they are matched in linear time, see below.
 */

import { CoraError } from './errors.ts';

/**
 * The most characters of one glob, the deepest nesting of alternatives, and the most numbers of a
 * range.
 */
const LONGEST = 2000;
const DEEPEST = 20;
const WIDEST = 100;

/** @throws CoraError BAD_PATTERN for `!(…)`, and for a glob that is too long or nested too deep */
export function compileGlob(glob: string): (path: string) => boolean {
  if (!/[\\*?[{(]/.test(glob)) return (path) => path === glob;
  if (glob.length > LONGEST) throw badGlob(glob, `is longer than ${LONGEST} characters`);
  const reader: Reader = { glob, at: 0 };
  return createMatcher(readUntil(reader, '', 0));
}

interface Reader {
  glob: string;
  at: number;
}

/**
 * Reads until one of the characters of `ends`, which stays unread, or until the end of the glob.
 */
function readUntil(reader: Reader, ends: string, depth: number): Pattern {
  if (depth > DEEPEST) throw badGlob(reader.glob, 'nests too deep');
  const all: Pattern[] = [];
  while (reader.at < reader.glob.length && !ends.includes(reader.glob[reader.at]!)) {
    all.push(readPiece(reader, depth));
  }
  return { all };
}

function readPiece(reader: Reader, depth: number): Pattern {
  const { glob, at } = reader;
  const char = glob[at]!;
  if (glob[at + 1] === '(' && '@?*+!'.includes(char)) {
    reader.at += 2;
    return repeated(glob, char, { any: readGroup(reader, '|', ')', depth) });
  }
  if (char === '{') return readRange(reader) ?? readBraces(reader, depth);
  if (char === '*') return readStars(reader);
  if (char === '[') return readClass(reader) ?? plain(reader, '[');
  if (char === '?') {
    reader.at += 1;
    return NOT_SLASH;
  }
  if (char === '\\' && at + 1 < glob.length) {
    reader.at += 1;
    return plain(reader, glob[at + 1]!);
  }
  return plain(reader, char);
}

function plain(reader: Reader, char: string): Pattern {
  reader.at += 1;
  return literal(char);
}

function repeated(glob: string, sign: string, group: Pattern): Pattern {
  if (sign === '!') throw badGlob(glob, 'has !(…), which only an exclude or another glob can say');
  if (sign === '@') return group;
  if (sign === '?') return maybe(group);
  return sign === '*' ? { star: group } : { all: [group, { star: group }] };
}

/** Reads `{a,b}`. Braces around a single alternative are plain text. */
function readBraces(reader: Reader, depth: number): Pattern {
  reader.at += 1;
  const any = readGroup(reader, ',', '}', depth);
  return any.length > 1 ? { any } : { all: [literal('{'), any[0]!, literal('}')] };
}

function readGroup(reader: Reader, between: string, end: string, depth: number): Pattern[] {
  const alternatives: Pattern[] = [];
  for (;;) {
    alternatives.push(readUntil(reader, between + end, depth + 1));
    const char = reader.glob[reader.at];
    if (char === undefined) throw badGlob(reader.glob, `lacks a ${end} (a character that is meant itself gets a \\)`);
    reader.at += 1;
    if (char === end) return alternatives;
  }
}

/** Reads `{1..12}` or `{a..f}`. @returns null for anything else */
function readRange(reader: Reader): Pattern | null {
  const found = /^\{(?:(\d{1,3})\.\.(\d{1,3})|([a-z])\.\.([a-z]))\}/i.exec(reader.glob.slice(reader.at));
  if (found === null) return null;
  reader.at += found[0].length;
  const [low = 0, high = 0] = (found[1] === undefined ? [found[3], found[4]] : [found[1], found[2]])
    .map((text) => (found[1] === undefined ? text!.charCodeAt(0) : Number(text)))
    .sort((a, b) => a - b);
  if (high - low > WIDEST) throw badGlob(reader.glob, `has a range of more than ${WIDEST} numbers`);
  const values = Array.from({ length: high - low + 1 }, (_, at) => low + at);
  return { any: values.map((value) => literal(found[1] === undefined ? String.fromCharCode(value) : String(value))) };
}

function readStars(reader: Reader): Pattern {
  const { glob, at } = reader;
  const stars = /^\*+/.exec(glob.slice(at))![0].length;
  const startsName = at === 0 || glob[at - 1] === '/';
  const after = glob[at + stars];
  reader.at += stars;
  if (stars === 2 && startsName && after === '/') {
    reader.at += 1;
    return DIRECTORIES;
  }
  if (stars === 2 && startsName && after === undefined) return ANYTHING;
  const some: Pattern = { star: NOT_SLASH };
  return startsName && (after === undefined || after === '/') ? { all: [NOT_SLASH, some] } : some;
}

/** @returns null for a bracket that is never closed, which is plain text */
function readClass(reader: Reader): Pattern | null {
  const found = /^\[([!^]?)(\]?(?:\\.|[^\]\\])*)\]/s.exec(reader.glob.slice(reader.at));
  if (found === null || found[2] === '') return null;
  reader.at += found[0].length;
  const negated = found[1] !== '';
  const ranges: [number, number][] = [];
  const members = found[2]!.matchAll(/\\?(.)(?:-\\?(.))?/gs);
  for (const [, from = '', to = from] of members) ranges.push([from.charCodeAt(0), to.charCodeAt(0)]);
  return {
    one: (code) => code !== SLASH && ranges.some(([from, to]) => code >= from && code <= to) !== negated,
  };
}

function badGlob(glob: string, what: string): CoraError {
  const shown = glob.length > 60 ? `${glob.slice(0, 60)}…` : glob;
  return new CoraError('BAD_PATTERN', `The path glob '${shown}' ${what}.`, {
    hint: "write one like 'src/**' or '*.go'",
  });
}

// Matches patterns of repositories and callers in time linear in pattern × text. A nondeterministic
// automaton (Thompson 1968) runs on sets of states, which are remembered as they come up.
// JavaScript's own regular expressions would try every way to divide a text among the stars of
// `*a*a*a*a*b`.

/** A pattern over UTF-16 code units. */
export type Pattern =
  | { one: (code: number) => boolean }
  | { all: readonly Pattern[] }
  | { any: readonly Pattern[] }
  | { star: Pattern };

export const literal = (text: string): Pattern => ({
  all: Array.from({ length: text.length }, (_, at) => {
    const wanted = text.charCodeAt(at);
    return { one: (code) => code === wanted };
  }),
});
export const SLASH = '/'.charCodeAt(0);
export const NOT_SLASH: Pattern = { one: (code) => code !== SLASH };
export const ANYTHING: Pattern = { star: { one: () => true } };
const NOTHING: Pattern = { all: [] };
const maybe = (pattern: Pattern): Pattern => ({ any: [pattern, NOTHING] });
/** Any number of directories: ``, `a/`, `a/b/`. */
export const DIRECTORIES: Pattern = maybe({ all: [ANYTHING, literal('/')] });

/** The number of sets of states that are remembered. Only a hostile pattern has more. */
const MOST_SETS = 500;

type State = { one: (code: number) => boolean; next: number } | { forks: number[] };
interface StateSet {
  states: number[];
  accepts: boolean;
  next: Map<number, StateSet>;
}

/** @returns a test that is true for texts that the pattern matches as a whole */
export function createMatcher(pattern: Pattern): (text: string) => boolean {
  const states: State[] = [{ forks: [] }];
  const start = addStates(states, pattern, 0);
  let known = new Map<string, StateSet>();
  let first: StateSet | null = null;
  const setOf = (from: readonly number[]): StateSet => {
    const closed = closure(states, from);
    const key = closed.join();
    let set = known.get(key);
    if (set === undefined) {
      if (known.size >= MOST_SETS) {
        // All other sets are reached from the first, so forgetting it forgets all.
        known = new Map();
        first = null;
      }
      set = { states: closed, accepts: closed.includes(0), next: new Map() };
      known.set(key, set);
    }
    return set;
  };
  const step = (set: StateSet, code: number): StateSet => {
    const reached = set.states.flatMap((at) => {
      const state = states[at]!;
      return 'one' in state && state.one(code) ? [state.next] : [];
    });
    const next = setOf(reached);
    if (set.next.size < MOST_SETS) set.next.set(code, next);
    return next;
  };
  return (text) => {
    first ??= setOf([start]);
    let set = first;
    for (let at = 0; at < text.length && set.states.length > 0; at++) {
      const code = text.charCodeAt(at);
      set = set.next.get(code) ?? step(set, code);
    }
    return set.accepts;
  };
}

/**
 * Adds the states of a pattern. State 0 is the end.
 * @param next the state that follows the pattern
 * @returns the state that begins it
 */
function addStates(states: State[], pattern: Pattern, next: number): number {
  if ('one' in pattern) return states.push({ one: pattern.one, next }) - 1;
  if ('all' in pattern) return pattern.all.reduceRight((after, part) => addStates(states, part, after), next);
  if ('any' in pattern) return states.push({ forks: pattern.any.map((part) => addStates(states, part, next)) }) - 1;
  const loop: { forks: number[] } = { forks: [next] };
  const at = states.push(loop) - 1;
  loop.forks.push(addStates(states, pattern.star, at));
  return at;
}

/** Returns all states that can be reached without reading a character, sorted. */
function closure(states: readonly State[], from: readonly number[]): number[] {
  const seen = new Set<number>();
  const open = [...from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const state = states[at]!;
    if ('forks' in state) open.push(...state.forks);
  }
  return [...seen].sort((a, b) => a - b);
}

/** Returns a regular expression for exactly this text. Node 20 has no RegExp.escape. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * True for a path that one of the globs matches; names that begin with a dot are like any others.
 *
 *     *.go, LICENSE     no slash: the name, in any directory
 *     src/**, /README   with a slash: from the top level
 *     docs, src/api/    a directory stands for everything below it
 *     !src/**           what the rest does not match
 *     app/[id]          also the folder of exactly this name
 *     src\api, docs\    as on Windows; a sign behind the backslash is meant itself: `\*`, `\[`
 *
 * @throws CoraError BAD_PATTERN
 */
export function matchGlobs(globs: readonly string[]): (path: string) => boolean {
  const matchers = globs.map(matcherOf);
  return (path) => matchers.some((matches) => matches(path));
}

/** Finds the first glob that matches a path, so that a message can say why. */
export function firstMatch(globs: readonly string[]): (path: string) => string | undefined {
  const matchers = globs.map((glob) => ({ glob, matches: matcherOf(glob) }));
  return (path) => matchers.find(({ matches }) => matches(path))?.glob;
}

function matcherOf(glob: string): (path: string) => boolean {
  if (/^!(?!\()/.test(glob)) {
    const matches = matcherOf(glob.slice(1));
    return (path) => !matches(path);
  }
  const slashed = glob.replace(/(?<!\\)\\(?=\w|$)/g, '/');
  const plain = slashed.replace(/^(?:\.\/)+/, '').replace(/(?<!\/)\/+$/, '');
  const pattern = plain.replace(/^\/+/, '');
  if (pattern === '') {
    throw new CoraError('BAD_PATTERN', `'${glob}' is not a path glob.`, { hint: "write one like 'src/**' or '*.go'" });
  }
  const anywhere = plain.includes('/') ? pattern : `**/${pattern}`;
  // Folders of web frameworks are called so: `app/[id]/page.tsx`.
  const forms = [...new Set([anywhere, anywhere.replace(/(?<!\\)\[/g, '\\[')])];
  const matchers = forms.flatMap((form) => [form, `${form}/**`]).map(compileGlob);
  return (path) => matchers.some((matches) => matches(path));
}

/** `a/b.ts` → 'a'; '' at the top */
export function folderOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at === -1 ? '' : path.slice(0, at);
}

/** Returns the directories above a path, outermost first: 'a/b/c' → ['', 'a', 'a/b']. */
export function directoriesOf(path: string): string[] {
  const out = [''];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) out.push(path.slice(0, at));
  return out;
}

/** `a/b.ts` → 'b.ts' */
export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Compares by path, in code units. */
export function comparePaths(a: { path: string }, b: { path: string }): number {
  return a.path === b.path ? 0 : a.path < b.path ? -1 : 1;
}

/**
 * A range of lines that somebody asks for, both ends included. Without `endLine` it goes to the end
 * of the file.
 */
export interface AskedLines {
  startLine: number;
  endLine?: number;
}

/** Reads `10-36`, `10-` or `10`; the first line is 1. @returns null for anything else */
export function linesIn(text: string): AskedLines | null {
  const [, start, dash, end] = /^(\d{1,9})\s*(?:(-)\s*(\d{1,9})?)?$/.exec(text.trim()) ?? [];
  const startLine = Number(start);
  if (start === undefined || startLine === 0) return null;
  if (dash === undefined) return { startLine, endLine: startLine };
  return end === undefined ? { startLine } : { startLine, endLine: Number(end) };
}

/**
 * Splits `src/a.ts:10-36`, or `src/a.ts#L10-L36` as in web addresses, into a path and the text of
 * its lines, null if there are none. A column behind a line, as grep and compilers print it, is
 * left out.
 */
export function splitPlace(text: string): { path: string; lines: string | null } {
  const [, path, lines] = /^(.+?)(?::|#L)(\d+(?:-L?\d*)?)(?::\d+)?$/s.exec(text) ?? [];
  return path === undefined ? { path: text, lines: null } : { path, lines: lines!.replace('L', '') };
}
