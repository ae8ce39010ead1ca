/**
 * The one door between content and everything that is stored or shown: secrets are written over, each by as many bytes as it had,
 * so that every offset, line and column stays true. A function of the bytes and of nothing else, and of what it has redacted it
 * finds no more: doing it twice is doing it once.
 */

import { contentRules } from './contentRules.ts';
import { findAgain, type Match } from './findAgain.ts';
import { createKeywordFinder, type FindKeywords } from './findKeywords.ts';
import type { SecretRule, Span } from './secretRule.ts';

export interface FoundSecret {
  /** The rule's id. */
  rule: string;
  /** Byte offset of its first byte. */
  start: number;
}

export interface Redacted {
  /** Those that were given, where nothing was found. */
  bytes: Uint8Array;
  /** By their start. */
  secrets: FoundSecret[];
}

export type Unit = 'utf-8' | 'utf-16le' | 'utf-16be';

/** What stands in a secret's place: a word for whoever reads it, then as many stars as it takes. */
export const MARK = 'REDACTED';
export const STAR = '*';
/** Shorter ones get stars alone. grep/widenPattern.ts relies on it: no single letter of a word can be a mask. */
export const LEAST_MARKED = 3;
const NOT_ASCII = 0x80;
/** Writing over one secret can uncover another that was its neighbour; more often than this only a puzzle does. */
const MOST_PASSES = 8;

export function redactBytes(bytes: Uint8Array, unit: Unit = 'utf-8'): Redacted {
  const width = unit === 'utf-8' ? 1 : 2;
  const narrow = width === 1 ? bytes : narrowed(bytes, unit === 'utf-16le' ? 0 : 1);
  const { text, secrets } = redactNarrow(narrow);
  if (text === null) return { bytes, secrets };
  const copy = new Uint8Array(bytes);
  for (let at = 0; at < text.length; at++) if (text[at] !== narrow[at]) writeTo(copy, at, text[at]!, unit);
  return { bytes: copy, secrets: secrets.map(({ rule, start }) => ({ rule, start: start * width })) };
}

/** For text that is no blob: a commit's message, a diff. As its bytes would be. */
export function redactText(text: string): string {
  const { text: redacted } = redactNarrow(Buffer.from(text));
  return redacted === null ? text : Buffer.from(redacted).toString();
}

/** UTF-16 as one byte for each code unit; what is not ASCII is none that a rule knows. */
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

/** @param written by earlier passes: what they wrote stays whole, and what touches it gets stars. Null where there were none */
function writeOver(text: Uint8Array, spans: readonly Span[], written: Uint8Array | null): void {
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
  asked: { rule: SecretRule; order: number; length: number }[];
}

let finder: Finder | null = null;

/** Disjoint, by their start. */
function findSecrets(bytes: Uint8Array): Match[] {
  finder ??= createFinder();
  const { find, asked } = finder;
  const matches: Match[] = [];
  const done = new Map<number, number>();
  let text: string | undefined;
  find(bytes, (keyword, at) => {
    const { rule, order, length } = asked[keyword]!;
    // Inside of what this rule has found it would find the same again.
    if (at < (done.get(order) ?? 0)) return;
    text ??= latin1Of(bytes);
    const spans = rule.find(text, at, length);
    if (spans === null) return;
    done.set(order, spans.at(-1)!.end);
    matches.push({ rule, order, spans });
  });
  return disjoint(matches);
}

/** One character for each byte; none of those that are not ASCII is a space, as 0xa0 would be. */
function latin1Of(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return text.includes('\u00a0') ? text.replaceAll('\u00a0', '\u0080') : text;
}

function createFinder(): Finder {
  const asked = contentRules().flatMap((rule, order) => rule.keywords.map((keyword) => ({ rule, order, keyword })));
  return {
    find: createKeywordFinder(asked.map(({ keyword }) => keyword)),
    asked: asked.map(({ rule, order, keyword }) => ({ rule, order, length: keyword.length })),
  };
}

/** Of matches that overlap, the one of the earlier rule; what a later one has beyond it is found in the next pass, if it is a secret. */
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
