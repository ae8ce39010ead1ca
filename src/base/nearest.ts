/**
 * Typing errors: finds the known name or path that was probably meant, measures how far two words
 * are apart, and writes the message. Pure.
 */

import { groupBy } from './lists.ts';
import { fileNameOf, folderOf } from './patterns.ts';

/**
 * Finds a name for "did you mean". Case does not count.
 * @returns the nearest candidate within so many edits, the first of equally near ones; undefined if
 * there is none
 */
export function nearest(word: string, candidates: readonly string[], edits = 2): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let least = edits + 1;
  for (const candidate of candidates) {
    const most = Math.min(least - 1, Math.floor(candidate.length / 2));
    const needed = editsBetween(wanted, candidate.toLowerCase(), most);
    if (needed > most) continue;
    best = candidate;
    least = needed;
  }
  return best;
}

const MOST_PATHS = 3;

/** The shorter a name without its extension is, the more others are similar to it. */
function editsOf(name: string): number {
  const stem = name.includes('.') ? name.lastIndexOf('.') : name.length;
  return stem >= 5 ? 2 : stem >= 3 ? 1 : 0;
}

/**
 * Finds paths for "did you mean": those with the same file name, else with the most similar one, in
 * the same folder before others; among several, those with the most equal folders.
 * @returns at most three, in the order of the candidates
 */
export function nearestPaths(path: string, candidates: readonly string[]): string[] {
  const [folder, name] = [folderOf(path), fileNameOf(path)].map((part) => part.toLowerCase());
  const byName = groupBy(candidates, (one) => fileNameOf(one).toLowerCase());
  const beside = candidates.filter((one) => folderOf(one).toLowerCase() === folder);
  const alike = (): string | undefined =>
    nearest(name!, beside.map(fileNameOf)) ?? nearest(name!, [...byName.keys()], editsOf(name!));
  const found = byName.get(name!) ?? byName.get(alike()?.toLowerCase() ?? '') ?? [];
  const folders = new Set(folder!.split('/'));
  const shared = (one: string): number =>
    folderOf(one)
      .toLowerCase()
      .split('/')
      .filter((part) => folders.has(part)).length;
  const most = found.reduce((best, one) => Math.max(best, shared(one)), 0);
  return found.filter((one) => shared(one) === most).slice(0, MOST_PATHS);
}

/**
 * True if a path is so near another one that it is taken for it: one edit, two in a long name, and
 * the same digits. `v1` is no misspelt `v2`.
 */
export function isMisspelt(path: string, meant: string): boolean {
  if (digitsOf(path) !== digitsOf(meant)) return false;
  const name = fileNameOf(meant);
  const most = Math.min(editsOf(name), Math.floor(name.length / 6));
  return editsBetween(path.toLowerCase(), meant.toLowerCase(), most) <= most;
}

export function digitsOf(name: string): string {
  return name.replace(/[^0-9]/g, '');
}

/** The most entries of a folder that are named. */
const MOST_ENTRIES = 20;

/**
 * Says what a path without a file may mean: what a folder holds, else the nearest paths. `Did you
 * mean a/x.c, b/x.c?`
 * @returns undefined where nothing is near
 */
export function meantBy(path: string, candidates: readonly string[]): string | undefined {
  const folder = path.replace(/^\.?\/*|(?<!\/)\/+$/g, '');
  const start = folder === '' ? '' : `${folder}/`;
  const inside = candidates.filter((one) => one.startsWith(start)).map((one) => one.slice(start.length));
  const entries = [...new Set(inside.map((one) => one.slice(0, one.indexOf('/') + 1 || one.length + 1)))];
  const near = entries.length > 0 ? [] : nearestPaths(path, candidates);
  if (entries.length === 0) return near.length === 0 ? undefined : `Did you mean ${near.join(', ')}?`;
  const rest = entries.length - MOST_ENTRIES;
  return `It holds ${entries.slice(0, MOST_ENTRIES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
}

// The distance of two words: insertions, deletions, substitutions and swaps of neighbours, each
// counted once. Pure.

/**
 * Optimal string alignment (Damerau 1964, restricted: no letter is edited twice).
 * @returns the number of edits, or `most` + 1 for more than `most`
 */
export function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let start = 0;
  let [endA, endB] = [a.length, b.length];
  while (start < endA && start < endB && a[start] === b[start]) start += 1;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1;
    endB -= 1;
  }
  if (endA === start || endB === start) return Math.min(most + 1, endA - start + (endB - start));
  // A swap is the longest single edit: it leaves two letters between the equal ends.
  if (most === 1 && Math.max(endA, endB) - start > 2) return 2;
  return Math.min(most + 1, align(a.slice(start, endA), b.slice(start, endB)));
}

function align(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) edits = Math.min(edits, before[j - 2]! + 1);
      row.push(edits);
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
}

/**
 * Makes the `error` option of `z.enum`.
 * @returns undefined for a missing value, which the schema reports itself
 */
export function explainChoice(choices: readonly string[]): (issue: { input?: unknown }) => string | undefined {
  return ({ input }) => {
    if (typeof input !== 'string') return undefined;
    const given = input.slice(0, 60);
    const near = nearest(given, choices);
    return `${JSON.stringify(given)} is none of ${choices.join(', ')}${near === undefined ? '.' : `: did you mean "${near}"?`}`;
  };
}
