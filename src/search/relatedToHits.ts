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
/** The share of the list that tests found by their names may take. */
const TESTS = 0.6;

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
  const [tests, near] = await Promise.all([
    findTests(await store, view, seeds, neighbours, Math.ceil(TESTS * limit)),
    neighbours,
  ]);
  const isNew = ({ chunk: { path, row }, isSeed }: Neighbour): boolean =>
    !isSeed &&
    !results.some((hit) => hit.path === path && hit.startLine <= row.startLine && row.endLine <= hit.endLine);
  return listRelated(tests.filter(isNew), near.filter(isNew), { limit, ofFile: 1 });
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
 * @returns the first `limit` places, each once; tests first
 */
export function listRelated(
  tests: readonly Neighbour[],
  near: readonly Neighbour[],
  { limit, ofFile }: { limit: number; ofFile: number },
): RelatedHit[] {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  const kept = [...tests, ...near].filter(({ chunk }) => {
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
