/**
 * The one door between content and everything that is stored or shown: secrets are written over, each by as many bytes as it had,
 * so that every offset, line and column stays true. A function of the bytes and of nothing else, and of what it has redacted it
 * finds no more: doing it twice is doing it once.
 */

import { CONTENT_RULES } from './contentRules.ts';
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
const MARK = 'REDACTED';
const STAR = '*';
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

/** For text that is no blob: a commit's message. */
export function redactText(text: string): string {
  const narrow = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) narrow[at] = Math.min(text.charCodeAt(at), NOT_ASCII);
  const { text: redacted } = redactNarrow(narrow);
  if (redacted === null) return text;
  return [...narrow.keys()]
    .map((at) => (redacted[at] === narrow[at] ? text[at] : String.fromCharCode(redacted[at]!)))
    .join('');
}

/** UTF-16 as one byte for each code unit; what is not ASCII is none that a rule knows. */
function narrowed(bytes: Uint8Array, low: 0 | 1): Uint8Array {
  return Uint8Array.from({ length: bytes.length >> 1 }, (_, at) =>
    bytes[2 * at + 1 - low] === 0 ? Math.min(bytes[2 * at + low]!, NOT_ASCII) : NOT_ASCII,
  );
}

function writeTo(bytes: Uint8Array, at: number, value: number, unit: Unit): void {
  if (unit === 'utf-8') bytes[at] = value;
  else bytes[2 * at + (unit === 'utf-16le' ? 0 : 1)] = value;
}

/** @returns null for the text where nothing was found */
function redactNarrow(bytes: Uint8Array): { text: Uint8Array | null; secrets: FoundSecret[] } {
  const secrets: FoundSecret[] = [];
  let current = bytes;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const found = findSecrets(current);
    if (found.length === 0) break;
    if (current === bytes) current = new Uint8Array(bytes);
    for (const { rule, spans } of found) {
      secrets.push({ rule: rule.id, start: spans[0]!.start });
      let mark = MARK;
      for (const span of spans) {
        for (let at = span.start; at < span.end; at++) {
          current[at] = (mark[0] ?? STAR).charCodeAt(0);
          mark = mark.slice(1);
        }
        mark = '';
      }
    }
  }
  secrets.sort((a, b) => a.start - b.start);
  return { text: current === bytes ? null : current, secrets };
}

interface Match {
  rule: SecretRule;
  order: number;
  spans: Span[];
}

let finder: { find: FindKeywords; rules: number[] } | null = null;

/** Disjoint, by their start. */
function findSecrets(bytes: Uint8Array): Match[] {
  finder ??= createFinder();
  const { find, rules } = finder;
  const matches: Match[] = [];
  const done = new Map<number, number>();
  let text: string | undefined;
  find(bytes, (keyword, at) => {
    const order = rules[keyword]!;
    // Inside of what this rule has found it would find the same again.
    if (at < (done.get(order) ?? 0)) return;
    text ??= Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const rule = CONTENT_RULES[order]!;
    const spans = rule.find(text, at);
    if (spans === null) return;
    done.set(order, spans.at(-1)!.end);
    matches.push({ rule, order, spans });
  });
  return disjoint(matches);
}

function createFinder(): NonNullable<typeof finder> {
  const keywords = CONTENT_RULES.flatMap((rule, order) => rule.keywords.map((keyword) => ({ keyword, order })));
  return {
    find: createKeywordFinder(keywords.map(({ keyword }) => keyword)),
    rules: keywords.map(({ order }) => order),
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
