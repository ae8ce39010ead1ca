/** A set of characters in a pattern: [a-z], [^\s"], [[:alpha:]_], []x], [x-]. */

import { badPattern } from './badPattern.ts';
import { CLASSES, type SetItem, type Token } from './patternTokens.ts';
import { type Cursor, readEscape } from './readEscape.ts';

/** Reads on from behind the opening bracket. */
export function parseSet(cursor: Cursor): Token {
  const opened = cursor.at - 1;
  const negated = cursor.chars[cursor.at] === '^';
  if (negated) cursor.at += 1;
  const items: SetItem[] = [];
  for (let first = true; ; first = false) {
    const char = cursor.chars[cursor.at];
    if (char === undefined)
      throw badPattern(cursor.pattern, opened, 'this [ is never closed', 'write \\[ for the character');
    if (char === ']' && !first) {
      cursor.at += 1;
      return { type: 'set', negated, items };
    }
    items.push(...readItem(cursor, first));
  }
}

function readItem(cursor: Cursor, first: boolean): SetItem[] {
  const at = cursor.at;
  const posix = readPosix(cursor);
  if (posix !== null) return posix;
  const from = readEnd(cursor, first);
  if (typeof from !== 'number') return from;
  const isRange = cursor.chars[cursor.at] === '-' && (cursor.chars[cursor.at + 1] ?? ']') !== ']';
  if (!isRange) return [{ from, to: from }];
  cursor.at += 1;
  const to = readEnd(cursor, false);
  if (typeof to !== 'number')
    throw badPattern(cursor.pattern, at, 'a range goes from one character to another', 'write \\- for the character');
  if (to < from) throw badPattern(cursor.pattern, at, 'the range goes backwards', 'turn its ends around');
  return [{ from, to }];
}

/** One end of a range: a code point, or what an escape such as \d stands for. */
function readEnd(cursor: Cursor, first: boolean): number | SetItem[] {
  const at = cursor.at;
  const char = cursor.chars[cursor.at++]!;
  const next = cursor.chars[cursor.at];
  if (char === '\\') {
    const escaped = readEscape(cursor);
    if (escaped.type === 'literal') return escaped.code;
    if (escaped.type === 'items') return escaped.items;
    throw badPattern(cursor.pattern, at, 'a set holds characters, not positions', 'put it outside of the brackets');
  }
  // Rust reads these as nested sets and set operations, others as characters.
  const isOperation = (char === '&' || char === '~' || (char === '-' && !first)) && next === char;
  if (char === '[' || isOperation) {
    throw badPattern(
      cursor.pattern,
      at,
      `"${isOperation ? char + char : char}" inside a set means different things to different engines`,
      `write \\${char}`,
    );
  }
  if (char === '\n')
    throw badPattern(
      cursor.pattern,
      at,
      'a pattern is matched against one line at a time',
      'use $ for the end of a line',
    );
  return char.codePointAt(0)!;
}

function readPosix(cursor: Cursor): SetItem[] | null {
  if (cursor.chars[cursor.at] !== '[' || cursor.chars[cursor.at + 1] !== ':') return null;
  const body = /^\[:(\^?)([a-z]+):\]/.exec(cursor.chars.slice(cursor.at, cursor.at + 20).join(''));
  const names = Object.keys(CLASSES).filter((name) => name.length > 1);
  if (body === null || !names.includes(body[2]!)) {
    const known = names.map((name) => `[:${name}:]`).join(' ');
    throw badPattern(cursor.pattern, cursor.at, 'this class is not known', `write one of ${known}`);
  }
  cursor.at += body[0].length;
  return [{ className: body[2]!, negated: body[1] === '^' }];
}
