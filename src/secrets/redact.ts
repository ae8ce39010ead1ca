/**
 * The one door between content and everything that is stored or shown: secrets are written over,
 * each by as many bytes as it had, so that every offset, line and column stays true. A function of
 * the bytes and of nothing else, and of what it has redacted it finds no more: doing it twice is
 * doing it once.
 */

import { countWhile } from '../base/lists.ts';
import { ADDRESS_RULES, COMMAND_RULES, ENCODED_RULES, LOGIN_RULES } from './addresses.ts';
import { ASSIGNMENT_RULES } from './assignments.ts';
import { isStrongPassword } from './isRandom.ts';
import type { SecretRule, SecretSpan } from './secretRule.ts';
import { COLUMN_RULE, INSERT_RULE, LIST_RULES, MANIFEST_RULE } from './tablesAndLists.ts';
import { ISSUED_RULE, PRIVATE_KEY_RULES, tokenRules } from './tokens.ts';

export interface FoundSecret {
  /** The rule's id. */
  rule: string;
  /** Byte offset of its first byte. */
  start: number;
}

export interface Redacted {
  /** The redacted bytes; those that were given, where nothing was found. */
  bytes: Uint8Array;
  /** By their start. */
  secrets: FoundSecret[];
}

export type Unit = 'utf-8' | 'utf-16le' | 'utf-16be';

/** The text in a secret's place: a word for whoever reads it, then as many stars as it takes. */
export const MARK = 'REDACTED';
export const STAR = '*';
/**
 * Shorter ones get stars alone. grep/compilePattern.ts relies on it: no single letter of a word can
 * be a mask.
 */
export const LEAST_MARKED = 3;
const NOT_ASCII = 0x80;
/**
 * The most passes. Writing over one secret can uncover its neighbour, but so often only in a text
 * that was made for it.
 */
const MOST_PASSES = 8;

/** Writes over the secrets of a content. */
export function redactBytes(bytes: Uint8Array, unit: Unit = 'utf-8'): Redacted {
  const width = unit === 'utf-8' ? 1 : 2;
  const narrow = width === 1 ? bytes : narrowed(bytes, unit === 'utf-16le' ? 0 : 1);
  const { text, secrets } = redactNarrow(narrow);
  if (text === null) return { bytes, secrets };
  const copy = new Uint8Array(bytes);
  for (let at = 0; at < text.length; at++) if (text[at] !== narrow[at]) writeTo(copy, at, text[at]!, unit);
  return { bytes: copy, secrets: secrets.map(({ rule, start }) => ({ rule, start: start * width })) };
}

/**
 * Redacts text that is no blob: a commit's message, a diff. The text is read as its bytes would be.
 */
export function redactText(text: string): string {
  const { text: redacted } = redactNarrow(Buffer.from(text));
  return redacted === null ? text : Buffer.from(redacted).toString();
}

/**
 * Returns UTF-16 as one byte for each code unit. Other characters than ASCII become one that no
 * rule knows.
 */
function narrowed(bytes: Uint8Array, low: 0 | 1): Uint8Array {
  return Uint8Array.from({ length: bytes.length >> 1 }, (_, at) =>
    bytes[2 * at + 1 - low] === 0 ? Math.min(bytes[2 * at + low]!, NOT_ASCII) : NOT_ASCII,
  );
}

function writeTo(bytes: Uint8Array, at: number, value: number, unit: Unit): void {
  if (unit === 'utf-8') bytes[at] = value;
  else bytes.set(unit === 'utf-16le' ? [value, 0] : [0, value], 2 * at);
}

/** @returns null for the text where nothing was found */
function redactNarrow(bytes: Uint8Array): { text: Uint8Array | null; secrets: FoundSecret[] } {
  const secrets: FoundSecret[] = [];
  let current = bytes;
  let written: Uint8Array | undefined;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const first = findSecrets(current);
    if (first.length === 0) break;
    const found = [...first, ...findAgain(current, first)];
    if (current === bytes) current = new Uint8Array(bytes);
    written ??= new Uint8Array(bytes.length + 1);
    for (const { rule, spans } of found) {
      secrets.push({ rule: rule.id, start: spans[0]!.start });
      writeOver(current, spans, pass === 0 ? null : written);
      for (const { start, end } of spans) written.fill(1, start, end);
    }
  }
  secrets.sort((a, b) => a.start - b.start);
  return { text: current === bytes ? null : current, secrets };
}

/**
 * @param written by earlier passes: what they wrote stays whole, and what touches it gets stars.
 * Null where there were none
 */
function writeOver(text: Uint8Array, spans: readonly SecretSpan[], written: Uint8Array | null): void {
  const { start, end } = spans[0]!;
  const isAlone = written === null || !written.subarray(Math.max(0, start - 1), end + 1).includes(1);
  const mark = isAlone && end - start >= LEAST_MARKED ? MARK : '';
  for (const span of spans) {
    for (let at = span.start; at < span.end; at++) {
      if (written?.[at] !== 1) text[at] = (mark[span === spans[0] ? at - start : MARK.length] ?? STAR).charCodeAt(0);
    }
  }
}

interface Finder {
  find: FindKeywords;
  /** By keyword. */
  asked: { rule: SecretRule; order: number; keyword: string }[];
}

let finder: Finder | null = null;

/** Disjoint, by their start. */
function findSecrets(bytes: Uint8Array): Match[] {
  finder ??= createFinder();
  const { find, asked } = finder;
  const matches: Match[] = [];
  const done = new Map<number, number>();
  let text: string | undefined;
  find(bytes, (number, at) => {
    const { rule, order, keyword } = asked[number]!;
    // Within its own match the rule would find the same again.
    if (at < (done.get(order) ?? 0)) return;
    text ??= latin1Of(bytes);
    const spans = rule.find(text, at, keyword.length);
    if (spans === null) return;
    done.set(order, spans.at(-1)!.end);
    matches.push({ rule, order, spans });
  });
  return disjoint(matches);
}

/** Spaces of Unicode in UTF-8, such as come along with text from a web page. */
const WIDE_SPACE =
  /\u00c2[\u0085\u00a0]|\u00e2\u0080[\u0080-\u008b\u00a8\u00a9\u00af]|\u00e3\u0080\u0080|\u00ef\u00bb\u00bf/g;

/**
 * Returns one character for each byte. Bytes of a wide space become spaces; no other byte beyond
 * ASCII does.
 */
function latin1Of(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!/[\u0080-\u00ff]/.test(text)) return text;
  return text.replace(WIDE_SPACE, (space) => ' '.repeat(space.length)).replaceAll('\u00a0', '\u0080');
}

function createFinder(): Finder {
  const asked = contentRules().flatMap((rule, order) => rule.keywords.map((keyword) => ({ rule, order, keyword })));
  return { find: createKeywordFinder(asked.map(({ keyword }) => keyword)), asked };
}

/**
 * Returns matches that do not overlap: the one of the earlier rule stays; what a later one has
 * beyond it is found in the next pass, if it is a secret.
 */
function disjoint(matches: readonly Match[]): Match[] {
  if (matches.length < 2) return [...matches];
  const kept: Match[] = [];
  const ordered = [...matches].sort((a, b) => a.spans[0]!.start - b.spans[0]!.start || a.order - b.order);
  for (const match of ordered) {
    const last = kept.at(-1);
    if (last === undefined || match.spans[0]!.start >= last.spans.at(-1)!.end) kept.push(match);
    else if (match.order < last.order) kept[kept.length - 1] = match;
  }
  return kept;
}

// All rules by which secrets are found in text, the precise ones first: what two of them find is
// called by the first one's name.

/**
 * Makes the rules when a content is looked at: a query reads what was redacted before, and needs
 * none.
 */
export function contentRules(): SecretRule[] {
  return [
    ...PRIVATE_KEY_RULES,
    ...tokenRules(),
    ISSUED_RULE,
    ...ADDRESS_RULES,
    ...COMMAND_RULES,
    ...LOGIN_RULES,
    ...ENCODED_RULES,
    MANIFEST_RULE,
    COLUMN_RULE,
    INSERT_RULE,
    ...LIST_RULES,
    ...ASSIGNMENT_RULES,
  ];
}

// A secret that stands elsewhere in the same text too, without the name by which it was found.

interface Match {
  rule: SecretRule;
  order: number;
  spans: SecretSpan[];
}

const LEAST_AGAIN = 12;
/** The fewest characters of a password with a symbol, which no name and no word has. */
const LEAST_STRONG_AGAIN = 8;
const COMPARED_AT_ONCE = 512;

/** @param found disjoint, by their start */
function findAgain(bytes: Uint8Array, found: readonly Match[]): Match[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const rules = new Map<string, SecretRule>();
  const spans: SecretSpan[] = [];
  for (const match of found) {
    // Some lines of a private key are in the public key too.
    const isLines = match.rule.id === 'private-key' && match.spans.length > 1;
    for (const span of match.spans) {
      spans.push(span);
      const value = text.slice(span.start, span.end);
      if (!isLines && isUnlikely(value)) rules.set(value, match.rule);
    }
  }
  if (rules.size === 0) return [];
  const longestAt = createSearch(text, [...rules.keys()]);
  const keys = new Set([...rules.keys()].map((value) => keyOf(Buffer.from(value.slice(0, 4), 'latin1'))));
  const again: Match[] = [];
  let next = 0;
  let from = 0;
  let key = 0;
  for (let at = 0; at < bytes.length; at++) {
    key = (key << 8) | bytes[at]!;
    if (at < next + 3 || !keys.has(key)) continue;
    const start = at - 3;
    while (from < spans.length && spans[from]!.end <= start) from++;
    const value = longestAt(start, (spans[from]?.start ?? text.length) - start);
    if (value === undefined) continue;
    next = start + value.length;
    again.push({ rule: rules.get(value)!, order: 0, spans: [{ start, end: next }] });
  }
  return again;
}

/** True for a value that would stand nowhere else by chance. */
function isUnlikely(value: string): boolean {
  return (
    value.length >= LEAST_AGAIN ||
    (value.length >= LEAST_STRONG_AGAIN && /[0-9]/.test(value) && /[^\w.-]/.test(value) && isStrongPassword(value))
  );
}

function keyOf(head: Uint8Array): number {
  return (head[0]! << 24) | (head[1]! << 16) | (head[2]! << 8) | head[3]!;
}

/**
 * Asks for the longest of many values that stands at a place: by halves, however many begin alike.
 */
function createSearch(text: string, values: string[]): (at: number, most: number) => string | undefined {
  values.sort();
  // For each value: the longest other one that it begins with.
  const within: number[] = [];
  for (const [index, value] of values.entries()) {
    let other = index - 1;
    while (other >= 0 && !value.startsWith(values[other]!)) other = within[other]!;
    within.push(other);
  }
  return (at, most) => {
    const count = countWhile(values.length, (middle) => values[middle]! <= text.slice(at, at + values[middle]!.length));
    const last = values[count - 1] ?? '';
    const end = Math.min(last.length, most);
    let shared = 0;
    // A long run of one letter would be compared from each of its letters on: pieces are compared
    // by the engine, which is quick.
    while (
      shared + COMPARED_AT_ONCE <= end &&
      last.slice(shared, shared + COMPARED_AT_ONCE) === text.slice(at + shared, at + shared + COMPARED_AT_ONCE)
    )
      shared += COMPARED_AT_ONCE;
    while (shared < end && last.charCodeAt(shared) === text.charCodeAt(at + shared)) shared++;
    let index = count - 1;
    while (index >= 0 && values[index]!.length > shared) index = within[index]!;
    return values[index];
  };
}

// Finds where any of many short words stands in bytes, in one pass: a table says of each three
// bytes which words begin with them, and only these are compared. It is made in a millisecond; an
// automaton takes ten, and a command that looks into a few files has no more.

type FindKeywords = (bytes: Uint8Array, found: (keyword: number, at: number) => void) => void;

/** The beginning that is looked up. */
const HEAD_LENGTH = 3;

/**
 * @param keywords ASCII, three characters or more, matched in either case; `found` is told their
 * places in this list, and where each begins
 */
export function createKeywordFinder(keywords: readonly string[]): FindKeywords {
  const letters = Buffer.from(keywords.join(''));
  const { classOf, bits } = classesOf(letters);
  for (let at = 0; at < letters.length; at++) letters[at] = classOf[letters[at]!]!;
  const mask = (1 << (bits * HEAD_LENGTH)) - 1;
  // By head the first word that begins with it, and behind each word the next one of its head: as
  // numbers from 1. By the first word, two times 32 bits: the letters that go on with one of them.
  const first = new Uint16Array(mask + 1);
  const next = new Uint16Array(keywords.length + 1);
  const starts = new Uint32Array(keywords.length + 1);
  const goOn = new Uint32Array(2 * (keywords.length + 1));
  let start = 0;
  for (let number = 1; number <= keywords.length; number++) {
    const { length } = keywords[number - 1]!;
    if (length < HEAD_LENGTH) throw new RangeError(`a keyword is too short: ${keywords[number - 1]}`);
    const head = (((letters[start]! << bits) | letters[start + 1]!) << bits) | letters[start + 2]!;
    next[number] = first[head]!;
    first[head] = number;
    const before = 2 * next[number]!;
    const own = letters[start + HEAD_LENGTH]!;
    for (let half = 0; half < 2; half++) {
      const ends = length === HEAD_LENGTH ? -1 : own >> 5 === half ? 1 << (own & 31) : 0;
      goOn[2 * number + half] = goOn[before + half]! | ends;
    }
    start += length;
    starts[number] = start;
  }
  const isAt = (bytes: Uint8Array, at: number, from: number, end: number): boolean => {
    if (at + end - from > bytes.length) return false;
    for (let letter = from; letter < end; letter++)
      if (classOf[bytes[at + letter - from]!] !== letters[letter]) return false;
    return true;
  };
  return (bytes, found) => {
    let head = 0;
    for (let at = 0; at < bytes.length; at++) {
      head = ((head << bits) | classOf[bytes[at]!]!) & mask;
      let number = first[head]!;
      if (number === 0) continue;
      const letter = at + 1 < bytes.length ? classOf[bytes[at + 1]!]! : 0;
      if (((goOn[2 * number + (letter >> 5)]! >>> (letter & 31)) & 1) === 0) continue;
      for (; number !== 0; number = next[number]!) {
        const from = starts[number - 1]! + HEAD_LENGTH;
        if (isAt(bytes, at + 1, from, starts[number]!)) found(number - 1, at + 1 - HEAD_LENGTH);
      }
    }
  };
}

/** Bytes that no keyword holds are one class, 0; the two cases of a letter are one. */
function classesOf(letters: Uint8Array): { classOf: Uint8Array; bits: number } {
  const classOf = new Uint8Array(256);
  let classes = 1;
  for (const byte of letters) {
    const isUpper = byte >= 65 && byte <= 90;
    const lower = isUpper ? byte | 32 : byte;
    if (classOf[lower] === 0) classOf[lower] = classes++;
  }
  for (let upper = 65; upper <= 90; upper++) classOf[upper] = classOf[upper | 32]!;
  // The letters behind a head are 64 bits.
  if (classes > 64) throw new RangeError(`keywords of ${classes} different characters`);
  return { classOf, bits: Math.ceil(Math.log2(classes)) };
}
