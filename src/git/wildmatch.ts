/**
 * Patterns of .gitattributes and ignore files: git's wildmatch, in time linear in pattern × path.
 */

import { ANYTHING, createMatcher, DIRECTORIES, literal, NOT_SLASH, type Pattern, SLASH } from '../base/patterns.ts';

type Range = readonly [from: number, to: number];

const CLASSES: Record<string, readonly Range[]> = {
  alnum: [
    [48, 57],
    [65, 90],
    [97, 122],
  ],
  alpha: [
    [65, 90],
    [97, 122],
  ],
  blank: [
    [32, 32],
    [9, 9],
  ],
  cntrl: [
    [0, 31],
    [127, 127],
  ],
  digit: [[48, 57]],
  graph: [[33, 126]],
  lower: [[97, 122]],
  print: [[32, 126]],
  punct: [
    [33, 47],
    [58, 64],
    [91, 96],
    [123, 126],
  ],
  space: [
    [9, 13],
    [32, 32],
  ],
  upper: [[65, 90]],
  xdigit: [
    [48, 57],
    [65, 70],
    [97, 102],
  ],
};

/**
 * @param pattern as bytes, like what it is compared with: one character each
 * @returns null for a pattern that matches nothing (an open bracket)
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
    default:
      return literalAt(pattern, at);
  }
}

function literalAt(pattern: string, at: number): Piece | null {
  const found = charAt(pattern, at);
  return found === null ? null : { pattern: literal(String.fromCharCode(found.code)), length: found.length };
}

/**
 * A `**` that fills a whole component crosses directories: `**` + `/x`, `x/` + `**`, between
 * slashes also none at all.
 */
function starsAt(pattern: string, at: number): Piece {
  let end = at;
  while (pattern[end] === '*') end += 1;
  const alone = (at === 0 || pattern[at - 1] === '/') && (end === pattern.length || pattern[end] === '/');
  if (end - at !== 2 || !alone) return { pattern: { star: NOT_SLASH }, length: end - at };
  return pattern[end] === '/' ? { pattern: DIRECTORIES, length: 3 } : { pattern: ANYTHING, length: 2 };
}

/** `[a-z]`, `[!x]`, `[^x]`, `[]x]`, `[\\]]`, `[[:digit:]-]`; a slash is in none of them. */
function bracketAt(pattern: string, at: number): Piece | null {
  const negated = pattern[at + 1] === '!' || pattern[at + 1] === '^';
  const start = at + (negated ? 2 : 1);
  const ranges: Range[] = [];
  let next = start;
  while (next === start || pattern[next] !== ']') {
    const member = memberAt(pattern, next);
    if (member === null) return null;
    ranges.push(...member.ranges);
    next += member.length;
  }
  const one = (code: number): boolean =>
    code !== SLASH && ranges.some(([from, to]) => code >= from && code <= to) !== negated;
  return { pattern: { one }, length: next + 1 - at };
}

/** One class, range or character of a bracket. */
function memberAt(pattern: string, at: number): { ranges: readonly Range[]; length: number } | null {
  const named = pattern.startsWith('[:', at) ? /^\[:(\w{1,9}):\]/.exec(pattern.slice(at, at + 13)) : null;
  if (named !== null) {
    const ranges = CLASSES[named[1]!];
    return ranges === undefined ? null : { ranges, length: named[0].length };
  }
  const from = charAt(pattern, at);
  if (from === null) return null;
  const dash = at + from.length;
  if (pattern[dash] !== '-' || pattern[dash + 1] === ']')
    return { ranges: [[from.code, from.code]], length: from.length };
  const to = charAt(pattern, dash + 1);
  if (to === null) return null;
  // A range that runs backwards holds its start only: git has tried that before it compares with
  // both bounds.
  return { ranges: [[from.code, Math.max(from.code, to.code)]], length: from.length + 1 + to.length };
}

function charAt(pattern: string, at: number): { code: number; length: number } | null {
  const escaped = pattern[at] === '\\';
  const code = pattern.charCodeAt(escaped ? at + 1 : at);
  return Number.isNaN(code) ? null : { code, length: escaped ? 2 : 1 };
}
