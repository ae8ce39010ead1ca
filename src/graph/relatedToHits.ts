/** What to read next beside the results and is not among them: their tests, who uses them, what they use. */

import { blobKeyOf } from '../base/identity.ts';
import type { RelatedHit, SearchHit } from '../base/searchTypes.ts';
import type { ChunkStore } from '../store/storePort.ts';
import type { CallerView } from '../view/callerView.ts';
import type { SearchedView } from '../view/searchedView.ts';
import { fileAt } from '../view/viewFiles.ts';
import type { Seed } from './expand.ts';
import { findNeighbours } from './findNeighbours.ts';
import { namedTests, pairTests } from './findTests.ts';
import { inShares, inTurns, type RelatedPlace, relatedHits } from './listRelated.ts';
import type { GraphRow } from './referenceGraph.ts';
import { relateNeighbours } from './relateNeighbours.ts';

/** How many results it starts from. */
const SEEDS = 5;
/** Tests have three places of five. */
const PATTERN = ['test', 'test', 'other', 'test', 'other'] as const;

/** The columns of a result's row that name its definitions and references. */
type ReferringRow = Omit<GraphRow, 'language' | 'kind' | 'startLine'>;

/**
 * @param shown rows of the results, by chunk id
 * @param limit 0 asks for none and costs nothing
 */
export async function relatedToHits(
  table: Promise<ChunkStore>,
  { view, searched }: { view: CallerView; searched: SearchedView },
  results: readonly SearchHit[],
  shown: ReadonlyMap<string, ReferringRow>,
  limit: number,
): Promise<RelatedHit[]> {
  if (limit === 0 || results.length === 0) return [];
  const context = { store: await table, view };
  const seeds = seedsOf(results.slice(0, SEEDS), shown);
  const near = (await findNeighbours(context.store, searched, seeds)).filter(({ isSeed }) => !isSeed);
  const named = namedTests(seeds, searched.files);
  const files = new Set(named.map(({ file }) => blobKeyOf(file)));
  const found = (await relateNeighbours(context, seeds, near, files)).map(
    ({ relation: { place, reason, isTest }, near: neighbour }): RelatedPlace => ({
      ...{ place, reason, isTest },
      score: neighbour === null ? 1 : neighbour.score,
    }),
  );
  const isNew = ({ place: { path, startLine, endLine, kind } }: RelatedPlace): boolean =>
    fileAt(searched, path) !== undefined &&
    searched.wantedKind(kind) &&
    !results.some((hit) => hit.path === path && hit.startLine <= startLine && endLine <= hit.endLine);
  const tests = await pairTests(context, found.filter(isNew), named);
  const others = found.filter((one) => !one.isTest && isNew(one));
  const places = inShares(inTurns(tests.filter(isNew), others, PATTERN), 1);
  return relatedHits(context, places.slice(0, limit));
}

/** A reranker's scores may be below zero, and the walk needs proportions. */
function seedsOf(results: readonly SearchHit[], shown: ReadonlyMap<string, ReferringRow>): Seed[] {
  const lowest = Math.min(...results.map(({ score }) => score), 0);
  return results.map(({ path, score, chunkId, language, kind, chunk }) => ({
    path,
    score: score - lowest + 0.01,
    row: { ...shown.get(chunkId)!, language, kind, startLine: chunk.startLine },
  }));
}
