/** The ranking with the neighbours of its best hits: what references raise, and what only they bring. */

import { dot } from '../base/dot.ts';
import type { Seed } from '../graph/expand.ts';
import { findNeighbours } from '../graph/findNeighbours.ts';
import { namePrecision, pathWordsOf } from '../graph/pathWords.ts';
import { GRAPH_COLUMNS } from '../graph/referenceGraph.ts';
import { relateNeighbours } from '../graph/relateNeighbours.ts';
import type { ChunkStore } from '../store/storePort.ts';
import type { CallerView } from '../view/callerView.ts';
import { placeOf } from '../view/placeOf.ts';
import { rowsById } from '../view/rowsById.ts';
import { SCORED_COLUMNS, type SearchedView } from '../view/searchedView.ts';
import type { Asked } from './findCandidates.ts';
import { NO_DEFINITION } from './rank/definitionScores.ts';
import { type FusedFile, type FuseOptions, fuse } from './rank/fuse.ts';
import { createWordScorer } from './rank/scoreWords.ts';
import type { RetrievedChunk } from './retrieve.ts';

/** How many files' best chunks the walk starts from, and how many neighbours become candidates. */
const SEEDS = 5;
const MOST_NEIGHBOURS = 20;

const COLUMNS = [...SCORED_COLUMNS, 'vector'] as const;

/** @returns files, best first; without a weight for the graph those of fuse */
export async function expandHits(
  store: Promise<ChunkStore>,
  { view: caller, searched: view }: { view: CallerView; searched: SearchedView },
  found: readonly RetrievedChunk[],
  { query, vector }: Asked,
  options: FuseOptions,
): Promise<FusedFile[]> {
  const files = fuse(found, options);
  if (options.weights.graph === 0) return files;
  const seeds = await seedsOf(await store, view, files);
  const near = (await findNeighbours(await store, view, seeds)).slice(0, MOST_NEIGHBOURS);
  const resolved = await relateNeighbours({ store: await store, view: caller }, seeds, near, new Set());
  const reasons = new Map(resolved.reverse().map((one) => [one.near, one.relation.reason]));
  const relations = new Map(
    near.map((one) => [placeOf(one.chunk), { score: one.score, reason: reasons.get(one) ?? '' }]),
  );
  const known = new Set(found.map(placeOf));
  const missing = near.filter(({ chunk }) => !known.has(placeOf(chunk))).map(({ chunk }) => chunk.row.chunkId);
  const rows = await rowsById(await store, view.overlay, missing, COLUMNS);
  const words = createWordScorer(query, view.statistics);
  const terms = new Set(query.terms.map(({ term }) => term));
  const brought = near.flatMap(({ chunk: { path, status, row } }): RetrievedChunk[] => {
    const scored = rows.get(row.chunkId);
    if (scored === undefined || known.has(placeOf({ path, row }))) return [];
    const pathWords = pathWordsOf(path);
    const cosine = vector === null || scored.vector === undefined ? 0 : dot(vector, scored.vector);
    const own = words.score(scored.searchText, scored.tokens, pathWords);
    return [{ row: scored, path, status, ...own, cosine, ...NO_DEFINITION, name: namePrecision(pathWords, terms) }];
  });
  const withReasons = [...found, ...brought].map((chunk) => {
    const relation = relations.get(placeOf(chunk));
    return relation === undefined ? chunk : { ...chunk, near: relation };
  });
  return fuse(withReasons, options);
}

async function seedsOf(store: ChunkStore, view: SearchedView, files: readonly FusedFile[]): Promise<Seed[]> {
  const best = files
    .slice(0, SEEDS)
    .flatMap(({ path, score, chunks }) => (score > 0 ? [{ path, score, id: chunks[0]!.chunk.row.chunkId }] : []));
  const rows = await rowsById(
    store,
    view.overlay,
    best.map(({ id }) => id),
    GRAPH_COLUMNS,
  );
  return best.flatMap(({ path, score, id }) => {
    const row = rows.get(id);
    return row === undefined ? [] : [{ path, score, row }];
  });
}
