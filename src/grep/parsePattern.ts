/**
 * Reads a regular expression of the language that every engine of `cora grep` understands alike, and explains what it
 * refuses. The language, matched against one line at a time:
 *
 *   x  .  [a-z]  [^a-z]  [[:alpha:]]  \d \D \s \S \w \W (ASCII)  \p{Greek} \P{L}     characters
 *   ^  $  \A  \z  \b  \B (ASCII)                                                     positions
 *   a|b  (a)  (?:a)  (?P<name>a)  (?<name>a)  (?i)  (?-i)  (?i:a)                    groups
 *   a*  a+  a?  a{2}  a{2,}  a{2,5}, each also lazy with a ? behind                  repetition, at most 1000
 *   \.  \t \r \f \v \a  \x41  \x{1F600}  \u0041  \u{1F600}                           escapes
 *
 * Look-around and back references are left out: they can't be matched in linear time.
 */

import { badPattern } from './badPattern.ts';
import { parseSet } from './parseSet.ts';
import type { Token } from './patternTokens.ts';
import { type Cursor, readEscape } from './readEscape.ts';

const MAX_REPEAT = 1000;

/** @throws CoraError BAD_PATTERN with the position and what to write instead */
export function parsePattern(pattern: string): Token[] {
  const cursor: Cursor = { pattern, chars: Array.from(pattern), at: 0 };
  const tokens: Token[] = [];
  const openedAt: number[] = [];
  while (cursor.at < cursor.chars.length) {
    const at = cursor.at;
    const token = nextToken(cursor, tokens.at(-1));
    if (token.type === 'open') openedAt.push(at);
    if (token.type === 'close' && openedAt.pop() === undefined) {
      throw badPattern(pattern, at, 'this ) closes nothing', 'write \\) for the character');
    }
    tokens.push(token);
  }
  const open = openedAt.at(-1);
  if (open !== undefined) throw badPattern(pattern, open, 'this ( is never closed', 'write \\( for the character');
  return tokens;
}

function nextToken(cursor: Cursor, previous: Token | undefined): Token {
  const at = cursor.at;
  const char = cursor.chars[cursor.at++]!;
  switch (char) {
    case '.':
      return { type: 'any' };
    case '^':
      return { type: 'assert', at: 'start' };
    case '$':
      return { type: 'assert', at: 'end' };
    case '|':
      return { type: 'or' };
    case '(':
      return readGroup(cursor);
    case ')':
      return { type: 'close' };
    case '[':
      return parseSet(cursor);
    case '\\':
      return escapeToken(cursor);
    case '*':
    case '+':
    case '?':
    case '{':
      return readRepeat(cursor, char, at, previous);
    case '\n':
      throw badPattern(
        cursor.pattern,
        at,
        'a pattern is matched against one line at a time',
        'search for one of the lines',
      );
    default:
      return { type: 'literal', code: char.codePointAt(0)! };
  }
}

function escapeToken(cursor: Cursor): Token {
  const escaped = readEscape(cursor);
  if (escaped.type === 'literal' || escaped.type === 'assert') return escaped;
  return { type: 'set', negated: false, items: escaped.items };
}

const GROUP = /^\?(?:P?<(?<name>[A-Za-z_][A-Za-z0-9_]*)>|(?<flags>[a-zA-Z]*(?:-[a-zA-Z]+)?)(?<end>[:)]))/;

function readGroup(cursor: Cursor): Token {
  const at = cursor.at - 1;
  if (cursor.chars[cursor.at] !== '?') return { type: 'open', capture: false };
  const rest = cursor.chars.slice(cursor.at, cursor.at + 100).join('');
  if (/^\?<?[=!]/.test(rest)) {
    throw badPattern(cursor.pattern, at, 'look-around is not supported', 'leave it out, or match more and filter');
  }
  const groups = GROUP.exec(rest)?.groups;
  if (groups === undefined)
    throw badPattern(cursor.pattern, at, 'this group is not known', 'write \\( for the character');
  cursor.at += GROUP.exec(rest)![0].length;
  if (groups.name !== undefined) return { type: 'open', capture: false };
  const [on = '', off = ''] = groups.flags!.split('-');
  const unknown = /[^ims]/.exec(on + off)?.[0];
  if (unknown !== undefined) throw badPattern(cursor.pattern, at, `the flag "${unknown}" is not supported`, 'use (?i)');
  const ignoreCase = on.includes('i') ? true : off.includes('i') ? false : undefined;
  if (groups.end === ':')
    return ignoreCase === undefined ? { type: 'open', capture: false } : { type: 'open', capture: false, ignoreCase };
  return { type: 'flag', ignoreCase };
}

function readRepeat(cursor: Cursor, char: string, at: number, previous: Token | undefined): Token {
  const [min, max] =
    char === '{' ? readCount(cursor, at) : char === '*' ? [0, null] : char === '+' ? [1, null] : [0, 1];
  if (previous?.type === 'repeat') {
    throw badPattern(cursor.pattern, at, `"${char}" repeats a repetition`, 'put the first one in brackets: (a*)*');
  }
  if (previous === undefined || !['literal', 'any', 'set', 'close'].includes(previous.type)) {
    throw badPattern(cursor.pattern, at, `"${char}" has nothing to repeat`, `write \\${char} for the character`);
  }
  const lazy = cursor.chars[cursor.at] === '?';
  if (lazy) cursor.at += 1;
  return { type: 'repeat', min, max, lazy };
}

function readCount(cursor: Cursor, at: number): [number, number | null] {
  const body = /^(\d+)(,(\d*))?\}/.exec(cursor.chars.slice(cursor.at, cursor.at + 20).join(''));
  if (body === null)
    throw badPattern(cursor.pattern, at, '"{" starts a count such as {2,5}', 'write \\{ for the character');
  cursor.at += body[0].length;
  const min = Number(body[1]);
  const max = body[2] === undefined ? min : body[3] === '' ? null : Number(body[3]);
  if (max !== null && max < min)
    throw badPattern(cursor.pattern, at, 'the count goes from more to fewer', `write {${max},${min}}`);
  if (Math.max(min, max ?? 0) > MAX_REPEAT) {
    throw badPattern(cursor.pattern, at, `a count is at most ${MAX_REPEAT}`, 'use * or + for "any number"');
  }
  return [min, max];
}
