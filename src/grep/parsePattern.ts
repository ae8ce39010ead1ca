/**
 * Reads a regular expression of the language that every engine of `cora grep` understands alike,
 * and explains what it refuses. The language, matched against one line at a time:
 *
 *   x  .  [a-z]  [^a-z]  [[:alpha:]]  \d \D \s \S \w \W (ASCII)  \p{Greek} \P{L}     characters
 *   ^  $  \A  \z  \b  \B (ASCII)                                                     positions
 *   a|b  (a)  (?:a)  (?P<name>a)  (?<name>a)  (?i)  (?-i)  (?i:a)                    groups
 *   a*  a+  a?  a{2}  a{2,}  a{2,5}, also lazy with a ? behind                       at most 1000
 *   \.  \t \r \f \v \a  \x41  \x{1F600}  \u0041  \u{1F600}                           escapes
 *
 * Look-around and back references are left out: they can't be matched in linear time.
 */

import { CoraError } from '../base/errors.ts';

const MAX_REPEAT = 1000;

/** @throws CoraError BAD_PATTERN with the position and what to write instead */
export function parsePattern(pattern: string): PatternToken[] {
  const cursor: Cursor = { pattern, chars: Array.from(pattern), at: 0 };
  const tokens: PatternToken[] = [];
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

/** The characters that are a token each. */
const TOKENS: ReadonlyMap<string, PatternToken> = new Map<string, PatternToken>([
  ['.', { type: 'any' }],
  ['^', { type: 'assert', at: 'start' }],
  ['$', { type: 'assert', at: 'end' }],
  ['|', { type: 'or' }],
  [')', { type: 'close' }],
]);

function nextToken(cursor: Cursor, previous: PatternToken | undefined): PatternToken {
  const at = cursor.at;
  const char = cursor.chars[cursor.at++]!;
  if (char === '(') return readGroup(cursor);
  if (char === '[') return parseSet(cursor);
  if (char === '\\') return escapeToken(cursor);
  if ('*+?{'.includes(char)) return readRepeat(cursor, char, at, previous);
  if (char === '\n') throw severalLines(cursor, at, 'search for one of the lines');
  return TOKENS.get(char) ?? { type: 'literal', code: char.codePointAt(0)! };
}

function escapeToken(cursor: Cursor): PatternToken {
  const escaped = readEscape(cursor);
  if (escaped.type === 'literal' || escaped.type === 'assert') return escaped;
  return { type: 'set', negated: false, items: escaped.items };
}

const GROUP = /^\?(?:P?<(?<name>[A-Za-z_][A-Za-z0-9_]*)>|(?<flags>[a-zA-Z]*(?:-[a-zA-Z]+)?)(?<end>[:)]))/;

function readGroup(cursor: Cursor): PatternToken {
  const at = cursor.at - 1;
  if (cursor.chars[cursor.at] !== '?') return { type: 'open', capture: false };
  const rest = cursor.chars.slice(cursor.at, cursor.at + 100).join('');
  if (/^\?<?[=!]/.test(rest))
    throw refusal(cursor, at, 'look-around is not supported', 'leave it out, or match more and filter');
  const groups = GROUP.exec(rest)?.groups;
  if (groups === undefined) throw refusal(cursor, at, 'this group is not known', 'write \\( for the character');
  cursor.at += GROUP.exec(rest)![0].length;
  if (groups.name !== undefined) return { type: 'open', capture: false };
  const [on = '', off = ''] = groups.flags!.split('-');
  const unknown = /[^ims]/.exec(on + off)?.[0];
  if (unknown !== undefined) throw refusal(cursor, at, `the flag "${unknown}" is not supported`, 'use (?i)');
  const ignoreCase = on.includes('i') ? true : off.includes('i') ? false : undefined;
  if (groups.end === ':')
    return ignoreCase === undefined ? { type: 'open', capture: false } : { type: 'open', capture: false, ignoreCase };
  return { type: 'flag', ignoreCase };
}

function readRepeat(cursor: Cursor, char: string, at: number, previous: PatternToken | undefined): PatternToken {
  const [min, max] =
    char === '{' ? readCount(cursor, at) : char === '*' ? [0, null] : char === '+' ? [1, null] : [0, 1];
  if (previous?.type === 'repeat')
    throw refusal(cursor, at, `"${char}" repeats a repetition`, 'put the first one in brackets: (a*)*');
  if (previous === undefined || !['literal', 'any', 'set', 'close'].includes(previous.type))
    throw refusal(cursor, at, `"${char}" has nothing to repeat`, `write \\${char} for the character`);
  const lazy = cursor.chars[cursor.at] === '?';
  if (lazy) cursor.at += 1;
  return { type: 'repeat', min, max, lazy };
}

function readCount(cursor: Cursor, at: number): [number, number | null] {
  const body = /^(\d+)(,(\d*))?\}/.exec(cursor.chars.slice(cursor.at, cursor.at + 20).join(''));
  if (body === null) throw refusal(cursor, at, '"{" starts a count such as {2,5}', 'write \\{ for the character');
  cursor.at += body[0].length;
  const min = Number(body[1]);
  const max = body[2] === undefined ? min : body[3] === '' ? null : Number(body[3]);
  if (max !== null && max < min)
    throw refusal(cursor, at, 'the count goes from more to fewer', `write {${max},${min}}`);
  if (Math.max(min, max ?? 0) > MAX_REPEAT)
    throw refusal(cursor, at, `a count is at most ${MAX_REPEAT}`, 'use * or + for "any number"');
  return [min, max];
}

/** [a-z], [^\s"], [[:alpha:]_], []x], [x-]: reads on from behind the opening bracket. */
function parseSet(cursor: Cursor): PatternToken {
  const opened = cursor.at - 1;
  const negated = cursor.chars[cursor.at] === '^';
  if (negated) cursor.at += 1;
  const items: SetItem[] = [];
  for (let first = true; ; first = false) {
    const char = cursor.chars[cursor.at];
    if (char === undefined) throw refusal(cursor, opened, 'this [ is never closed', 'write \\[ for the character');
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
    throw refusal(cursor, at, 'a range goes from one character to another', 'write \\- for the character');
  if (to < from) throw refusal(cursor, at, 'the range goes backwards', 'turn its ends around');
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
    throw refusal(cursor, at, 'a set holds characters, not positions', 'put it outside of the brackets');
  }
  // Rust reads these as nested sets and set operations, others as characters.
  const isOperation = (char === '&' || char === '~' || (char === '-' && !first)) && next === char;
  const operator = isOperation ? char + char : char;
  if (char === '[' || isOperation)
    throw refusal(
      cursor,
      at,
      `"${operator}" inside a set means different things to different engines`,
      `write \\${char}`,
    );
  if (char === '\n') throw severalLines(cursor, at, 'use $ for the end of a line');
  return char.codePointAt(0)!;
}

function readPosix(cursor: Cursor): SetItem[] | null {
  if (cursor.chars[cursor.at] !== '[' || cursor.chars[cursor.at + 1] !== ':') return null;
  const body = /^\[:(\^?)([a-z]+):\]/.exec(cursor.chars.slice(cursor.at, cursor.at + 20).join(''));
  const names = Object.keys(CLASSES).filter((name) => name.length > 1);
  if (body === null || !names.includes(body[2]!)) {
    const known = names.map((name) => `[:${name}:]`).join(' ');
    throw refusal(cursor, cursor.at, 'this class is not known', `write one of ${known}`);
  }
  cursor.at += body[0].length;
  return [{ className: body[2]!, negated: body[1] === '^' }];
}

/** The state of the parser: `chars` are the pattern's code points. */
interface Cursor {
  pattern: string;
  chars: string[];
  at: number;
}

type Escape = { type: 'literal'; code: number } | { type: 'items'; items: SetItem[] } | { type: 'assert'; at: Anchor };

const CONTROL: Readonly<Record<string, number>> = { t: 9, v: 11, f: 12, r: 13, a: 7 };
const ANCHORS: Readonly<Record<string, Anchor>> = { b: 'word', B: 'notWord', A: 'start', z: 'end' };
const HEX = /^(?:\{([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4}))/;

/** Reads on from behind the backslash. */
function readEscape(cursor: Cursor): Escape {
  const at = cursor.at - 1;
  const char = cursor.chars[cursor.at++];
  if (char === undefined) throw refusal(cursor, at, 'nothing follows the backslash', 'write \\\\ for the character');
  if (/[dswDSW]/.test(char))
    return { type: 'items', items: [{ className: char.toLowerCase(), negated: /[DSW]/.test(char) }] };
  if (char === 'p' || char === 'P') return { type: 'items', items: [readProperty(cursor, at, char === 'P')] };
  if (char === 'x' || char === 'u') return { type: 'literal', code: readHex(cursor, at, char) };
  if (Object.hasOwn(CONTROL, char)) return { type: 'literal', code: CONTROL[char]! };
  if (Object.hasOwn(ANCHORS, char)) return { type: 'assert', at: ANCHORS[char]! };
  if (/[0-9k]/.test(char))
    throw refusal(cursor, at, 'back references are not supported', 'write the repeated part out');
  if (char === 'n') throw severalLines(cursor, at, 'use $ for the end of a line');
  if (/[A-Za-z]/.test(char))
    throw refusal(cursor, at, `\\${char} is not known`, `write \\\\${char} for a backslash and the letter`);
  return { type: 'literal', code: char.codePointAt(0)! };
}

function readProperty(cursor: Cursor, at: number, negated: boolean): SetItem {
  const body = /^(?:\{(\^?)([A-Za-z_]+)\}|([A-Z]))/.exec(cursor.chars.slice(cursor.at, cursor.at + 60).join(''));
  if (body === null) throw refusal(cursor, at, '\\p needs a name', 'write \\p{L} or \\p{Greek}');
  cursor.at += body[0].length;
  return { property: (body[2] ?? body[3])!, negated: negated !== (body[1] === '^') };
}

function readHex(cursor: Cursor, at: number, kind: 'x' | 'u'): number {
  const rest = cursor.chars.slice(cursor.at, cursor.at + 8).join('');
  const body = HEX.exec(rest.startsWith('{') ? rest : kind + rest);
  const digits = body?.[1] ?? body?.[2] ?? body?.[3];
  const code = digits === undefined ? Number.NaN : Number.parseInt(digits, 16);
  if (!(code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff))
    throw refusal(cursor, at, `\\${kind} needs the number of a character`, 'write \\x41 or \\x{1F600}');
  if (code === 10) throw severalLines(cursor, at, 'use $ for the end of a line');
  cursor.at += rest.startsWith('{') ? digits!.length + 2 : digits!.length;
  return code;
}

export type PatternToken =
  | { type: 'literal'; code: number }
  | { type: 'any' }
  | { type: 'set'; negated: boolean; items: SetItem[] }
  | { type: 'assert'; at: Anchor }
  | { type: 'open'; capture: boolean; ignoreCase?: boolean }
  /** Undefined: (?m) and (?s), which change nothing where one line is all that is matched. */
  | { type: 'flag'; ignoreCase: boolean | undefined }
  | { type: 'close' }
  | { type: 'or' }
  | { type: 'repeat'; min: number; max: number | null; lazy: boolean };

/** 'start' and 'end' are those of a line. 'word' looks at ASCII words, as `\w` does. */
type Anchor = 'start' | 'end' | 'word' | 'notWord';

export type SetItem =
  | { from: number; to: number }
  | { property: string; negated: boolean }
  /** A name of CLASSES: \w, [:alpha:]; negated \W, [:^alpha:]. */
  | { className: string; negated: boolean };

export interface CodeRange {
  from: number;
  to: number;
}

const DIGITS = [range('0', '9')];
const UPPER = [range('A', 'Z')];
const LOWER = [range('a', 'z')];
const WORD = [...DIGITS, ...UPPER, range('_', '_'), ...LOWER];

/** All are ASCII: those of \d, \s and \w, then those of [[:alpha:]] and its relatives. */
export const CLASSES: Readonly<Record<string, readonly CodeRange[]>> = {
  d: DIGITS,
  s: [range('\t', '\t'), range('\f', '\r'), range(' ', ' ')],
  w: WORD,
  alnum: [...DIGITS, ...UPPER, ...LOWER],
  alpha: [...UPPER, ...LOWER],
  blank: [range('\t', '\t'), range(' ', ' ')],
  digit: DIGITS,
  lower: LOWER,
  punct: [range('!', '/'), range(':', '@'), range('[', '`'), range('{', '~')],
  space: [range('\t', '\t'), range('\v', '\r'), range(' ', ' ')],
  upper: UPPER,
  word: WORD,
  xdigit: [...DIGITS, range('A', 'F'), range('a', 'f')],
};

/** Letters, marks, digits and connectors of any script do not stand beside a whole word. */
const ANY_WORD: SetItem[] = ['L', 'M', 'N', 'Pc'].map((property) => ({ property, negated: false }));

/** Matches only where neither neighbour is part of a word; the match is the one captured group. */
export function wholeWord(tokens: readonly PatternToken[]): PatternToken[] {
  const open: PatternToken = { type: 'open', capture: false };
  const notWord: PatternToken = { type: 'set', negated: true, items: ANY_WORD };
  const before: PatternToken[] = [open, { type: 'assert', at: 'start' }, { type: 'or' }, notWord, { type: 'close' }];
  const after: PatternToken[] = [open, notWord, { type: 'or' }, { type: 'assert', at: 'end' }, { type: 'close' }];
  return [...before, { type: 'open', capture: true }, ...tokens, { type: 'close' }, ...after];
}

function range(from: string, to: string): CodeRange {
  return { from: from.codePointAt(0)!, to: to.codePointAt(0)! };
}

/**
 * @param at 0-based position in characters, null where no single place is wrong
 * @param advice what to write instead; the way to search for the text itself is added
 */
export function badPattern(pattern: string, at: number | null, problem: string, advice: string): CoraError {
  const place = at === null ? '' : ` at character ${at + 1}`;
  return new CoraError('BAD_PATTERN', `The pattern ${quoted(pattern, at)} can't be searched for: ${problem}${place}.`, {
    hint: `${advice[0]!.toUpperCase()}${advice.slice(1)}, or search for the text as it stands with --fixed.`,
  });
}

function refusal({ pattern }: Cursor, at: number, problem: string, advice: string): CoraError {
  return badPattern(pattern, at, problem, advice);
}

function severalLines(cursor: Cursor, at: number, advice: string): CoraError {
  return refusal(cursor, at, 'a pattern is matched against one line at a time', advice);
}

/** The pattern, or what surrounds the place of the problem in a long one. */
function quoted(pattern: string, at: number | null): string {
  const chars = Array.from(pattern);
  if (chars.length <= 60) return JSON.stringify(pattern);
  const from = Math.max(0, Math.min((at ?? 0) - 25, chars.length - 55));
  const cut = chars.slice(from, from + 55).join('');
  return JSON.stringify(`${from > 0 ? '…' : ''}${cut}${from + 55 < chars.length ? '…' : ''}`);
}
