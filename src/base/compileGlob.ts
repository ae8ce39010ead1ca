/**
 * One path glob as people write them, as a function of paths with `/`:
 *
 *     *  ?  [a-z]  [!a-z]      within one name; a leading dot is like any other character
 *     **                       as a whole name: any directories, or none
 *     {a,b}  {1..3}  @(a|b)  ?(a)  *(a)  +(a)   alternatives, and how often
 *     \*                       the character itself
 *
 * What the path or the glob are does not matter for the time that it takes: see linearMatcher.ts.
 */

import { CoraError } from './errors.ts';
import {
  ANYTHING,
  createMatcher,
  DIRECTORIES,
  literal,
  maybe,
  NOT_SLASH,
  type Pattern,
  SLASH,
} from './linearMatcher.ts';

/** Characters of one glob, how deep alternatives nest, and how many numbers a range may have. */
const LONGEST = 2000;
const DEEPEST = 20;
const WIDEST = 100;

/** @throws CoraError BAD_PATTERN for `!(…)`, and for what is too long or nested too deep */
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

/** Reads up to one of the characters of `ends` (not included), or the end of the glob. */
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

/** Braces around one alternative are text. */
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

/** `{1..12}`, `{a..f}`: @returns null where it is none */
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

/** @returns null for an open bracket, which is text */
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
