/** What reads like a chunk: its nearest vectors in the caller's view. */

import { dot } from '../../base/dot.ts';
import { rowKeyOf } from '../../base/identity.ts';
import type { Candidate, ChunkStore } from '../../store/storePort.ts';
import type { SearchedView } from '../../view/searchedView.ts';
import { GRAPH_COLUMNS, type GraphChunk } from '../referenceGraph.ts';

/** Rows of the view that are asked for. */
const DEPTH = 100;
/** Texts that have nothing to do with each other come to .3. */
const LEAST_COSINE = 0.4;

export interface Alike {
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
