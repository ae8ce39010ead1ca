/** What to read next from one place: its tests, who uses it and what it uses, what reads like it. */

import { rowKeyOf } from '../base/identity.ts';
import { dot } from '../base/lists.ts';
import type { RelatedHit } from '../base/searchTypes.ts';
import type { ChunkStore } from '../store/openStore.ts';
import type { Candidate } from '../store/rankRows.ts';
import type { CallerView } from '../view/callerView.ts';
import { checkFilters } from '../view/checkFilters.ts';
import { placeOfChunk } from '../view/chunkIds.ts';
import { type Filters, type SearchedView, searchedView } from '../view/searchedView.ts';
import { fileAt } from '../view/viewFiles.ts';
import { findNeighbours } from './findNeighbours.ts';
import { findPlace, type Place } from './findPlace.ts';
import { findRelations, strongestFirst, withChunks } from './findRelations.ts';
import { namedTests, pairTests } from './findTests.ts';
import { inShares, type RelatedPlace, relatedHits } from './listRelated.ts';
import { GRAPH_COLUMNS, type GraphChunk } from './referenceGraph.ts';

export type { Place } from './findPlace.ts';

export interface RelatedRequest extends Filters {
  place: Place;
  limit: number;
}

/** Tests stand first; of those there are rarely more that matter. */
const MOST_TESTS = 2;
/** What the strongest relation, or the best neighbour in the graph of names, adds to its cosine with the place. docs/retrieval.md says how it was measured. */
const GRAPH_SHARE = 0.3;
/** One file with many callers must not fill the list. */
const MOST_OF_A_FILE = 2;

/**
 * All that uses the place or that it uses is in the list if the limit is large enough, and stands before what only reads alike.
 *
 * @returns at most `limit` places, best first, ties by path, then line; the place itself is not among them
 * @throws CoraError USAGE for a place that is not in the caller's view
 */
export async function related(
  context: { store: ChunkStore; view: CallerView },
  { place, limit, ...filters }: RelatedRequest,
): Promise<RelatedHit[]> {
  checkFilters(filters);
  const { store, view } = context;
  const searched = searchedView(view, filters);
  const { seed, focus, vector } = await findPlace(store, view, place);
  const [relations, alike, near] = await Promise.all([
    findRelations(context, [focus]),
    findAlike(store, searched, vector),
    findNeighbours(store, searched, [seed]),
  ]);
  const isWanted = ({ path, kind }: RelatedPlace['place']): boolean =>
    fileAt(searched, path) !== undefined && searched.wantedKind(kind);
  const wanted = relations.filter((relation) => isWanted(relation.place));
  const held = await withChunks(context, strongestFirst(view, wanted), ['vector']);
  const ranks = new Map(near.map(({ chunk, score }) => [placeOfChunk(chunk), score]));
  const found = held
    .map(({ one, row }): RelatedPlace => {
      const share = Math.max(one.share, ranks.get(placeOfChunk({ path: one.place.path, row })) ?? 0);
      return { ...one, score: dot(vector, row.vector) + GRAPH_SHARE * share };
    })
    .sort(byScore);
  const claimed = new Set(held.map(({ one: { place: there }, row }) => placeOfChunk({ path: there.path, row })));
  const similar = alike
    .map((one) => ({ ...one, score: one.score + GRAPH_SHARE * (ranks.get(placeOfChunk(one.chunk)) ?? 0) }))
    .filter(
      ({ chunk: { path, row } }) =>
        !claimed.has(placeOfChunk({ path, row })) &&
        !(path === focus.path && row.startLine <= focus.endLine && focus.startLine <= row.endLine),
    );
  const tests = await pairTests(context, found, namedTests([seed], searched.files));
  const first = tests.filter((test) => isWanted(test.place)).slice(0, MOST_TESTS);
  const others = [...tests.slice(MOST_TESTS), ...found, ...similar.map(similarPlace)].sort(byScore);
  const all = inShares([...first, ...others], MOST_OF_A_FILE);
  const isSure = (one: RelatedPlace): boolean => first.includes(one) || isResolved(one);
  const list = [...all.filter(isSure), ...all.filter((one) => !isSure(one))];
  return relatedHits(context, list.slice(0, limit));
}

/** A reference says so, rather than a likeness of words or names. */
function isResolved({ reason }: RelatedPlace): boolean {
  return reason !== 'similar' && !reason.startsWith('named as ');
}

function similarPlace({ chunk: { path, status, row }, score }: Alike): RelatedPlace {
  const { language, kind, symbol, scope, startLine, endLine } = row;
  const place = { path, status, language, kind, symbol, scope, startLine, endLine };
  return { place, reason: 'similar', score, isTest: false };
}

function byScore({ place: a, score }: RelatedPlace, { place: b, score: other }: RelatedPlace): number {
  return other - score || (a.path === b.path ? a.startLine - b.startLine : a.path < b.path ? -1 : 1);
}

// What reads like a chunk: its nearest vectors in the caller's view.

/** Rows of the view that are asked for. */
const DEPTH = 100;
/** Texts that have nothing to do with each other come to .3. */
const LEAST_COSINE = 0.4;

interface Alike {
  chunk: GraphChunk;
  score: number;
}

/** @returns scores are cosines; the chunk itself is among them */
export async function findAlike(store: ChunkStore, view: SearchedView, vector: Float32Array): Promise<Alike[]> {
  const inView = (row: Candidate): boolean => view.byBlob.has(rowKeyOf(row));
  const found = await store.bestByVector(vector, inView, DEPTH, [...GRAPH_COLUMNS, 'vector'], view.overlay);
  return found.flatMap((row) => {
    const cosine = dot(vector, row.vector);
    if (cosine < LEAST_COSINE || !view.wantedKind(row.kind)) return [];
    return view.byBlob
      .get(rowKeyOf(row))!
      .map(({ path, status }): Alike => ({ chunk: { path, status, row }, score: cosine }));
  });
}
