/** The list of places to read next: tests and others in their turns, no file more than its share before all have theirs. */

import type { RelatedHit } from '../base/searchTypes.ts';
import { withPublicIds } from '../view/chunkIds.ts';
import { type RelationPlace, withChunks } from './findRelations.ts';
import type { SymbolContext } from './rowsOfName.ts';

export interface RelatedPlace {
  place: RelationPlace;
  reason: string;
  score: number;
  isTest: boolean;
}

/** @param pattern whose turn it is, again and again; the first `limit` places do not depend on the limit */
export function inTurns<T>(tests: readonly T[], others: readonly T[], pattern: readonly ('test' | 'other')[]): T[] {
  const queues = { test: [...tests], other: [...others] };
  const out: T[] = [];
  for (let at = 0; out.length < tests.length + others.length; at++) {
    const next = queues[pattern[at % pattern.length]!].shift();
    if (next !== undefined) out.push(next);
  }
  return out;
}

/**
 * @param ofFile places of one file: its others stand behind all that is within its share
 * @returns each place once
 */
export function inShares<T extends { place: RelationPlace }>(found: readonly T[], ofFile: number): T[] {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  const later: T[] = [];
  const kept = found.filter((one) => {
    const { path, startLine, symbol } = one.place;
    const key = [path, startLine, symbol].join('\0');
    if (seen.has(key)) return false;
    seen.add(key);
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    if (count > ofFile) later.push(one);
    return count <= ofFile;
  });
  return [...kept, ...later];
}

export async function relatedHits(context: SymbolContext, places: readonly RelatedPlace[]): Promise<RelatedHit[]> {
  const hits = (await withChunks(context, places, [])).map(({ one: { place, reason, score }, row }) => ({
    ...place,
    scope: [...place.scope],
    chunkId: row.chunkId,
    reason,
    score: Math.round(score * 10_000) / 10_000,
  }));
  return withPublicIds(context.store, context.view, hits);
}
