/** Where two answers part, as one line. */

import type { Answers } from './answers.ts';

export interface Difference {
  /** The question. */
  what: string;
  /** Where in the answer, and both values. */
  at: string;
}

/** @param except parts of answers that may differ in this state */
export function differencesOf(grown: Answers, fresh: Answers, except: readonly string[] = []): Difference[] {
  const found: Difference[] = [];
  for (const what of new Set([...Object.keys(grown), ...Object.keys(fresh)])) {
    const at = firstDifference(grown[what], fresh[what], '', except);
    if (at !== null) found.push({ what, at });
  }
  return found;
}

function firstDifference(a: unknown, b: unknown, at: string, except: readonly string[]): string | null {
  // JSON has one zero.
  if (Object.is(a, b) || a === b) return null;
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return `${at}: ${shown(a)} ≠ ${shown(b)}`;
  // Lists and objects first: totals differ where these do.
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort(
    (one, other) => weightOf(a, other) - weightOf(a, one),
  );
  for (const key of keys) {
    if (except.includes(key)) continue;
    const one = (a as Record<string, unknown>)[key];
    const other = (b as Record<string, unknown>)[key];
    const inner = firstDifference(one, other, `${at}.${key}`, except);
    if (inner !== null) return inner;
  }
  return null;
}

const weightOf = (holder: object, key: string): number =>
  typeof (holder as Record<string, unknown>)[key] === 'object' ? 1 : 0;

const MOST_SHOWN = 300;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
