/** What reads like a chunk: its nearest vectors in the caller's view. */

import { rowKeyOf } from '../identity.ts';
import { dot } from '../query/dot.ts';
import type { Neighbour } from '../query/expand.ts';
import { GRAPH_COLUMNS, type GraphRow } from '../query/referenceGraph.ts';
import type { SearchedView } from '../query/retrieve.ts';
import type { ChunkStore } from '../storePort.ts';

/** Rows of the view that are asked for. */
const DEPTH = 50;
/** Texts that have nothing to do with each other come to .3. */
const LEAST_COSINE = 0.4;

/** @returns scores are cosines; the chunk itself is among them */
export async function findAlike(store: ChunkStore, view: SearchedView, vector: Float32Array): Promise<Neighbour[]> {
  const found = new Map<string, { row: GraphRow; cosine: number }>();
  for (let limit = 2 * DEPTH; ; limit *= 4) {
    const rows = await store.searchVectors(vector, limit, [...GRAPH_COLUMNS, 'vector']);
    for (const row of rows)
      if (view.byBlob.has(rowKeyOf(row))) found.set(row.chunkId, { row, cosine: dot(vector, row.vector) });
    if (found.size >= DEPTH || rows.length < limit) break;
  }
  for (const row of view.overlay)
    if (view.byBlob.has(rowKeyOf(row))) found.set(row.chunkId, { row, cosine: dot(vector, row.vector) });
  return [...found.values()]
    .filter(({ row, cosine }) => cosine >= LEAST_COSINE && view.wantedKind(row.kind))
    .flatMap(({ row, cosine }) =>
      view.byBlob.get(rowKeyOf(row))!.map(
        ({ path, status }): Neighbour => ({
          chunk: { path, status, row },
          score: cosine,
          isSeed: false,
          reason: 'similar',
        }),
      ),
    );
}
