/** The part of a pattern behind a backslash, inside and outside of a set. */

import { badPattern } from './badPattern.ts';
import type { Anchor, SetItem } from './patternTokens.ts';

/** Where the parser stands: `chars` are the pattern's code points. */
export interface Cursor {
  pattern: string;
  chars: string[];
  at: number;
}

export type Escape =
  | { type: 'literal'; code: number }
  | { type: 'items'; items: SetItem[] }
  | { type: 'assert'; at: Anchor };

const CONTROL: Readonly<Record<string, number>> = { t: 9, v: 11, f: 12, r: 13, a: 7 };
const ANCHORS: Readonly<Record<string, Anchor>> = { b: 'word', B: 'notWord', A: 'start', z: 'end' };
const HEX = /^(?:\{([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4}))/;

/** Reads on from behind the backslash. */
export function readEscape(cursor: Cursor): Escape {
  const at = cursor.at - 1;
  const char = cursor.chars[cursor.at++];
  if (char === undefined)
    throw badPattern(cursor.pattern, at, 'nothing follows the backslash', 'write \\\\ for the character');
  if (/[dswDSW]/.test(char))
    return { type: 'items', items: [{ className: char.toLowerCase(), negated: /[DSW]/.test(char) }] };
  if (char === 'p' || char === 'P') return { type: 'items', items: [readProperty(cursor, at, char === 'P')] };
  if (char === 'x' || char === 'u') return { type: 'literal', code: readHex(cursor, at, char) };
  if (Object.hasOwn(CONTROL, char)) return { type: 'literal', code: CONTROL[char]! };
  if (Object.hasOwn(ANCHORS, char)) return { type: 'assert', at: ANCHORS[char]! };
  if (/[0-9k]/.test(char)) {
    throw badPattern(cursor.pattern, at, 'back references are not supported', 'write the repeated part out');
  }
  if (char === 'n') {
    throw badPattern(
      cursor.pattern,
      at,
      'a pattern is matched against one line at a time',
      'use $ for the end of a line',
    );
  }
  if (/[A-Za-z]/.test(char)) {
    throw badPattern(cursor.pattern, at, `\\${char} is not known`, `write \\\\${char} for a backslash and the letter`);
  }
  return { type: 'literal', code: char.codePointAt(0)! };
}

function readProperty(cursor: Cursor, at: number, negated: boolean): SetItem {
  const body = /^(?:\{(\^?)([A-Za-z_]+)\}|([A-Z]))/.exec(cursor.chars.slice(cursor.at, cursor.at + 60).join(''));
  if (body === null) throw badPattern(cursor.pattern, at, '\\p needs a name', 'write \\p{L} or \\p{Greek}');
  cursor.at += body[0].length;
  return { property: (body[2] ?? body[3])!, negated: negated !== (body[1] === '^') };
}

function readHex(cursor: Cursor, at: number, kind: 'x' | 'u'): number {
  const rest = cursor.chars.slice(cursor.at, cursor.at + 8).join('');
  const body = HEX.exec(rest.startsWith('{') ? rest : kind + rest);
  const digits = body?.[1] ?? body?.[2] ?? body?.[3];
  const code = digits === undefined ? Number.NaN : Number.parseInt(digits, 16);
  if (!(code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) {
    throw badPattern(cursor.pattern, at, `\\${kind} needs the number of a character`, 'write \\x41 or \\x{1F600}');
  }
  if (code === 10)
    throw badPattern(
      cursor.pattern,
      at,
      'a pattern is matched against one line at a time',
      'use $ for the end of a line',
    );
  cursor.at += rest.startsWith('{') ? digits!.length + 2 : digits!.length;
  return code;
}
