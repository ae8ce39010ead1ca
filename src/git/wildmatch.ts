/** Patterns of .gitattributes as regular expressions: git's wildmatch. */

const CLASSES: Record<string, string> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '\\x21-\\x7e',
  lower: 'a-z',
  print: '\\x20-\\x7e',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\s',
  upper: 'A-Z',
  xdigit: '0-9A-Fa-f',
};

/**
 * @param pattern as bytes, like what it is compared with: one character each
 * @returns null for a pattern that matches nothing (an open bracket)
 */
export function wildmatch(pattern: string): RegExp | null {
  let out = '';
  for (let at = 0; at < pattern.length; ) {
    const piece = pieceAt(pattern, at);
    if (piece === null) return null;
    out += piece.regex;
    at += piece.length;
  }
  return new RegExp(`^${out}$`, 'su');
}

interface Piece {
  regex: string;
  length: number;
}

function pieceAt(pattern: string, at: number): Piece | null {
  switch (pattern[at]) {
    case '*':
      return starsAt(pattern, at);
    case '?':
      return { regex: '[^/]', length: 1 };
    case '[':
      return bracketAt(pattern, at);
    default:
      return literalAt(pattern, at);
  }
}

function literalAt(pattern: string, at: number): Piece | null {
  const found = charAt(pattern, at);
  return found === null ? null : { regex: quoted(found.char), length: found.length };
}

/** A `**` that fills a whole component crosses directories: `**` + `/x`, `x/` + `**`, between slashes also none at all. */
function starsAt(pattern: string, at: number): Piece {
  const stars = /^\*+/.exec(pattern.slice(at))![0].length;
  const alone = (at === 0 || pattern[at - 1] === '/') && (at + stars === pattern.length || pattern[at + stars] === '/');
  if (stars !== 2 || !alone) return { regex: '[^/]*', length: stars };
  return pattern[at + 2] === '/' ? { regex: '(?:.*/)?', length: 3 } : { regex: '.*', length: 2 };
}

/** `[a-z]`, `[!x]`, `[^x]`, `[]x]`, `[\\]]`, `[[:digit:]-]`; a slash is in none of them. */
function bracketAt(pattern: string, at: number): Piece | null {
  const negated = pattern[at + 1] === '!' || pattern[at + 1] === '^';
  const start = at + (negated ? 2 : 1);
  let set = '';
  let next = start;
  while (next === start || pattern[next] !== ']') {
    const member = memberAt(pattern, next);
    if (member === null) return null;
    set += member.regex;
    next += member.length;
  }
  return { regex: set === '' ? '(?!)' : negated ? `[^/${set}]` : `(?!/)[${set}]`, length: next + 1 - at };
}

/** One class, range or character of a bracket. */
function memberAt(pattern: string, at: number): Piece | null {
  const named = /^\[:(\w+):\]/.exec(pattern.slice(at));
  if (named !== null) {
    const members = CLASSES[named[1]!];
    return members === undefined ? null : { regex: members, length: named[0].length };
  }
  const from = charAt(pattern, at);
  if (from === null) return null;
  const dash = at + from.length;
  if (pattern[dash] !== '-' || pattern[dash + 1] === ']') return { regex: inSet(from.char), length: from.length };
  const to = charAt(pattern, dash + 1);
  if (to === null) return null;
  // A range that runs backwards holds its end only: git compares with both bounds, and has tried the first before.
  const range = from.char <= to.char ? `${inSet(from.char)}-${inSet(to.char)}` : inSet(from.char);
  return { regex: range, length: from.length + 1 + to.length };
}

function charAt(pattern: string, at: number): { char: string; length: number } | null {
  const escaped = pattern[at] === '\\';
  const code = pattern.codePointAt(escaped ? at + 1 : at);
  if (code === undefined) return null;
  const char = String.fromCodePoint(code);
  return { char, length: char.length + (escaped ? 1 : 0) };
}

function quoted(char: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char;
}

function inSet(char: string): string {
  return /[\\\]^[-]/.test(char) ? `\\${char}` : char;
}
