/** The symbols retriever: which chunks define what the query names. */

import type { ChunkStore } from '../storePort.ts';
import type { ChunkRow } from '../types.ts';
import { DEFINES, joinedName } from '../words.ts';

type Row = Pick<ChunkRow, 'chunkId' | 'searchText'>;

const SYMBOL_SCORE: Partial<Record<ChunkRow['kind'], number>> = {
  class: 1,
  interface: 1,
  type: 1,
  enum: 1,
  module: 1,
  function: 0.8,
  method: 0.8,
};

/** Chunks that define a name of the query: 1 a type, 0.8 a function, 0.6 anything else. */
export async function definitionScores(
  store: ChunkStore,
  rows: ReadonlyMap<string, Row>,
  identifiers: readonly string[],
  overlay: readonly ChunkRow[],
): Promise<ReadonlyMap<string, number>> {
  const scores = new Map<string, number>();
  if (identifiers.length === 0) return scores;
  const wanted = new Set(identifiers);
  const tokens = identifiers.map((name) => ` ${DEFINES}${name} `);
  const defining = [...rows.values()].filter(({ searchText }) =>
    tokens.some((token) => `${searchText} `.includes(token)),
  );
  const fresh = new Map(overlay.map((row) => [row.chunkId, row]));
  const stored = defining.filter(({ chunkId }) => !fresh.has(chunkId)).map(({ chunkId }) => chunkId);
  const found = stored.length === 0 ? [] : await store.rows({ chunkIds: stored }, ['chunkId', 'defines', 'part']);
  for (const { chunkId, defines, part } of [...found, ...defining.flatMap(({ chunkId }) => fresh.get(chunkId) ?? [])]) {
    if (part > 1) continue;
    for (const { name, kind } of defines) {
      if (wanted.has(joinedName(name)))
        scores.set(chunkId, Math.max(scores.get(chunkId) ?? 0, SYMBOL_SCORE[kind] ?? 0.6));
    }
  }
  return scores;
}
