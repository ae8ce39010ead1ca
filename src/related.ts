/** What to read next from one place: its tests, its neighbours in the graph of references, what reads like it. */

import { dot } from './query/dot.ts';
import type { Neighbour } from './query/expand.ts';
import { findAlike } from './related/findAlike.ts';
import { findPlace, type Place } from './related/findPlace.ts';
import type { CallerView } from './search/callerView.ts';
import { findNeighbours } from './search/findNeighbours.ts';
import { findTests } from './search/findTests.ts';
import { placeOf } from './search/placeOf.ts';
import { withPublicIds } from './search/publicIds.ts';
import { listRelated } from './search/relatedToHits.ts';
import { rowsById } from './search/rowsById.ts';
import { type Filters, searchedView } from './search/searchedView.ts';
import type { RelatedHit } from './searchTypes.ts';
import type { ChunkStore } from './storePort.ts';

export type { Place } from './related/findPlace.ts';

export interface RelatedRequest extends Filters {
  place: Place;
  limit: number;
}

/** What the best neighbour in the graph adds to its cosine with the place. docs/retrieval.md says how it was measured. */
const GRAPH_SHARE = 0.3;
/** One file with many callers must not fill the list. */
const MOST_OF_A_FILE = 2;
/** Neighbours whose cosines are looked at. */
const MOST_NEIGHBOURS = 40;

/**
 * @returns at most `limit` places, best first, ties by path, then line; the place itself is not among them
 * @throws CoraError USAGE for a place that is not in the caller's view
 */
export async function related(
  { store, view }: { store: ChunkStore; view: CallerView },
  { place, limit, ...filters }: RelatedRequest,
): Promise<RelatedHit[]> {
  const searched = searchedView(view, filters);
  const { seed, vector } = await findPlace(store, view, place);
  const neighbours = findNeighbours(store, searched, [seed]);
  const [near, alike, tests] = await Promise.all([
    neighbours,
    findAlike(store, searched, vector),
    findTests(store, searched, [seed], neighbours),
  ]);
  const others = near.filter(({ isSeed }) => !isSeed).slice(0, MOST_NEIGHBOURS);
  const ids = others.map(({ chunk }) => chunk.row.chunkId);
  const rows = await rowsById(store, view.overlay, ids, ['vector']);
  const found = new Map(alike.map((one) => [placeOf(one.chunk), one]));
  for (const one of others) {
    const own = rows.get(one.chunk.row.chunkId);
    const score = (own === undefined ? 0 : dot(vector, own.vector)) + GRAPH_SHARE * one.score;
    found.set(placeOf(one.chunk), { ...one, score });
  }
  found.delete(placeOf(seed));
  const ranked = [...found.values()].sort((a, b) => b.score - a.score || byPlace(a, b));
  return withPublicIds(store, view, listRelated([...tests, ...ranked], { limit, ofFile: MOST_OF_A_FILE }));
}

function byPlace({ chunk: a }: Neighbour, { chunk: b }: Neighbour): number {
  return a.path === b.path ? a.row.startLine - b.row.startLine : a.path < b.path ? -1 : 1;
}
