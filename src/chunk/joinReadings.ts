/**
 * Joins what was found in several readings of a text, each of which lacks lines that another one
 * has: the branches of conditional parts (languages/conditionals.ts).
 */

import type { Captures, Found } from './codeCaptures.ts';
import type { LineIndex } from './segment.ts';

export interface TextReading {
  /** The text as it was parsed. */
  text: string;
  captures: Captures;
}

const FILLED = /\S/;

/**
 * Returns what the first reading has found, and of each other one what stands in new lines; of the
 * definitions also those in lines where none is known.
 */
export function joinReadings(
  [first, ...others]: readonly [TextReading, ...TextReading[]],
  { lineAt }: LineIndex,
): Captures {
  const joined = { ...first.captures, definitions: first.captures.definitions.filter(isNamed) };
  const seen = filledLines(first.text);
  for (const { text, captures } of others) {
    const isNew = (offset: number): boolean => seen[lineAt(offset) - 1] === false;
    const isApart = apartFrom(joined.definitions, text.length);
    const added = captures.definitions.filter((found) => isNamed(found) && (isNew(found.nameStart) || isApart(found)));
    joined.definitions = withoutCrossing(joined.definitions, added);
    joined.references.push(...captures.references.filter(({ line }) => seen[line - 1] === false));
    for (const list of ['comments', 'decorators', 'docs', 'statements', 'statementEnds'] as const)
      joined[list].push(...captures[list].filter(({ start }) => isNew(start)));
    for (const [line, isFilled] of filledLines(text).entries()) seen[line] ||= isFilled;
  }
  return joined;
}

/** A grammar that has lost its place takes a statement for a function. */
function isNamed({ name }: Found): boolean {
  return !/^(?:if|for|while|switch|return|catch|else)$/.test(name);
}

function filledLines(text: string): boolean[] {
  return text.split('\n').map((line) => FILLED.test(line));
}

/** Returns a test of whether a definition is neither inside nor around any of these. */
function apartFrom(known: readonly Found[], length: number): (found: Found) => boolean {
  const roots: Found[] = [];
  for (const found of [...known].sort((a, b) => a.start - b.start || b.end - a.end))
    if (roots.length === 0 || roots.at(-1)!.end <= found.start) roots.push(found);
  const covered = new Uint32Array(length + 2);
  for (const { start, end } of roots) covered.fill(1, start + 1, end + 1);
  for (let at = 1; at < covered.length; at++) covered[at]! += covered[at - 1]!;
  return ({ start, end }) => covered[end] === covered[start];
}

/** Definitions are inside of each other or apart: an added one that is neither is left out. */
function withoutCrossing(known: readonly Found[], added: readonly Found[]): Found[] {
  const isAdded = new Set(added);
  const kept = new Set<Found>();
  const open: Found[] = [];
  for (const found of [...known, ...added].sort((a, b) => a.start - b.start || b.end - a.end)) {
    while (open.length > 0 && open.at(-1)!.end <= found.start) open.pop();
    while (open.length > 0 && open.at(-1)!.end < found.end && isAdded.has(open.at(-1)!)) kept.delete(open.pop()!);
    if (open.length > 0 && open.at(-1)!.end < found.end && isAdded.has(found)) continue;
    kept.add(found);
    open.push(found);
  }
  return [...kept];
}
