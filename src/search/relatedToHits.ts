/** What to read next beside the results and is not among them: their tests, who uses them, what they use. */

import type { Neighbour, Seed } from '../query/expand.ts';
import type { ShownRow } from '../query/placeChunk.ts';
import type { SearchedView } from '../query/retrieve.ts';
import type { RelatedHit, SearchHit } from '../searchTypes.ts';
import type { ChunkStore } from '../storePort.ts';
import { findNeighbours } from './findNeighbours.ts';
import { findTests } from './findTests.ts';
import { placeOf } from './placeOf.ts';

/** How many results it starts from. */
const SEEDS = 5;
/** Of each five places, those that tests found by their names take. */
const IS_TEST = [true, true, false, true, false] as const;

/**
 * @param shown rows of the results, by chunk id
 * @param limit 0 asks for none and costs nothing
 */
export async function relatedToHits(
  store: Promise<ChunkStore>,
  view: SearchedView,
  results: readonly SearchHit[],
  shown: ReadonlyMap<string, ShownRow>,
  limit: number,
): Promise<RelatedHit[]> {
  if (limit === 0 || results.length === 0) return [];
  const seeds = seedsOf(results.slice(0, SEEDS), shown);
  const neighbours = findNeighbours(await store, view, seeds);
  const [tests, near] = await Promise.all([findTests(await store, view, seeds, neighbours), neighbours]);
  const isNew = ({ chunk: { path, row }, isSeed }: Neighbour): boolean =>
    !isSeed &&
    !results.some((hit) => hit.path === path && hit.startLine <= row.startLine && row.endLine <= hit.endLine);
  const own = new Set(tests.map(({ chunk }) => chunk.path));
  const others = near.filter((one) => isNew(one) && !own.has(one.chunk.path));
  return listRelated(mixed(tests.filter(isNew), others), { limit, ofFile: 1 });
}

/** Both in their order; the first places are the same however many are wanted. */
function mixed(tests: readonly Neighbour[], others: readonly Neighbour[]): Neighbour[] {
  const [first, second] = [[...tests], [...others]];
  const all: Neighbour[] = [];
  while (first.length + second.length > 0) {
    const isTest = second.length === 0 || (first.length > 0 && IS_TEST[all.length % IS_TEST.length]!);
    all.push((isTest ? first : second).shift()!);
  }
  return all;
}

/** A reranker's scores may be below zero, and the walk needs proportions. */
function seedsOf(results: readonly SearchHit[], shown: ReadonlyMap<string, ShownRow>): Seed[] {
  const lowest = Math.min(...results.map(({ score }) => score), 0);
  return results.map(({ path, score, chunkId, language, kind, chunk }) => ({
    path,
    score: score - lowest + 0.01,
    row: { ...shown.get(chunkId)!, language, kind, startLine: chunk.startLine },
  }));
}

/**
 * @param ofFile places of one file at most: one with many callers must not fill the list
 * @returns the first `limit` places, each once
 */
export function listRelated(
  places: readonly Neighbour[],
  { limit, ofFile }: { limit: number; ofFile: number },
): RelatedHit[] {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  const kept = places.filter(({ chunk }) => {
    const count = (counts.get(chunk.path) ?? 0) + 1;
    if (seen.has(placeOf(chunk)) || count > ofFile) return false;
    seen.add(placeOf(chunk));
    counts.set(chunk.path, count);
    return true;
  });
  return kept.slice(0, limit).map(hitOf);
}

function hitOf({ chunk: { path, status, row }, score, reason }: Neighbour): RelatedHit {
  const { startLine, endLine, language, kind, symbol, scope, chunkId } = row;
  return {
    path,
    startLine,
    endLine,
    language,
    kind,
    symbol,
    scope,
    chunkId,
    status,
    reason,
    score: Math.round(score * 10_000) / 10_000,
  };
}
