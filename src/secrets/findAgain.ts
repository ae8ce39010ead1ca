/** A secret that stands elsewhere in the same text too, without the name by which it was found. */

import { isStrongPassword } from './isRandom.ts';
import type { SecretRule, Span } from './secretRule.ts';

export interface Match {
  rule: SecretRule;
  order: number;
  spans: Span[];
}

const LEAST = 12;
/** Of passwords with a symbol, which no name and no word has. */
const LEAST_STRONG = 8;
const PIECE = 512;

/** @param found disjoint, by their start */
export function findAgain(bytes: Uint8Array, found: readonly Match[]): Match[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const rules = new Map<string, SecretRule>();
  const spans: Span[] = [];
  for (const match of found) {
    // Of a private key's lines, the public key has some too.
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

/** True of what stands nowhere else by chance. */
function isUnlikely(value: string): boolean {
  return (
    value.length >= LEAST ||
    (value.length >= LEAST_STRONG && /[0-9]/.test(value) && /[^\w.-]/.test(value) && isStrongPassword(value))
  );
}

function keyOf(head: Uint8Array): number {
  return (head[0]! << 24) | (head[1]! << 16) | (head[2]! << 8) | head[3]!;
}

/** Asks for the longest of many values that stands at a place: by halves, however many begin alike. */
function createSearch(text: string, values: string[]): (at: number, most: number) => string | undefined {
  values.sort();
  // Of each value, the longest other one that it begins with.
  const within: number[] = [];
  for (const [index, value] of values.entries()) {
    let other = index - 1;
    while (other >= 0 && !value.startsWith(values[other]!)) other = within[other]!;
    within.push(other);
  }
  return (at, most) => {
    let low = 0;
    let high = values.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const value = values[middle]!;
      if (value <= text.slice(at, at + value.length)) low = middle + 1;
      else high = middle;
    }
    const last = values[low - 1] ?? '';
    const end = Math.min(last.length, most);
    let shared = 0;
    // A long run of one letter would be compared from each of its letters on: pieces are compared by the engine, which is quick.
    while (shared + PIECE <= end && last.slice(shared, shared + PIECE) === text.slice(at + shared, at + shared + PIECE))
      shared += PIECE;
    while (shared < end && last.charCodeAt(shared) === text.charCodeAt(at + shared)) shared++;
    let index = low - 1;
    while (index >= 0 && values[index]!.length > shared) index = within[index]!;
    return values[index];
  };
}
