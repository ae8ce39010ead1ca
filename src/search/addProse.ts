/**
 * Adds commentary to the candidates: it raises the scores of chunks that were found, and finds
 * others. This file is loaded only if an index holds commentary.
 */

import { rowKeyOf } from '../base/identity.ts';
import { dot } from '../base/lists.ts';
import type { ChunkRow } from '../base/types.ts';
import type { SearchReader } from '../engine/rowReader.ts';
import { withRowWords, wordsIn } from '../engine/rowWords.ts';
import type { PathWords } from '../graph/pathWords.ts';
import type { Prose } from '../store/sideTables.ts';
import { rowsById } from '../view/chunkIds.ts';
import { SCORED_COLUMNS, type ScoredRow, type SearchedView } from '../view/searchedView.ts';
import type { Frequencies } from '../view/statistics.ts';
import type { Query } from './question.ts';
import { createWordScorer, termsAsked } from './rank/scoreRows.ts';
import { createScorer, type RetrievedChunk, type RetrieveOptions } from './retrieve.ts';

export interface AddProseRequest {
  store: SearchReader;
  prose: readonly Prose[];
  /** The query as it was asked. Commentary may hold words that no code has. */
  query: Query;
  view: SearchedView;
  options: RetrieveOptions;
}

/**
 * Commentary that has nothing to do with the query reaches at most this cosine; see retrieve.ts for
 * chunks.
 */
const FLOOR = 0.45;
/** The number of chunks that are looked up together. */
const BATCH = 200;

/** @returns the candidates unchanged if there is no commentary */
export async function addProse(
  retrieved: readonly RetrievedChunk[],
  request: AddProseRequest,
): Promise<readonly RetrievedChunk[]> {
  const { prose, query, view, options } = request;
  if (prose.length === 0) return retrieved;
  const scored = scoreProse(prose, query, view.statistics, options);
  const byHash = new Map(scored.map((one) => [one.contentHash, one]));
  const floor = options.lexical ? Number.POSITIVE_INFINITY : FLOOR;
  const rows = new Map<string, HashedRow>();
  for (const list of [best(scored, 'words', 0), best(scored, 'cosine', floor)]) {
    for (const row of await rowsOf(list, request)) rows.set(row.chunkId, row);
  }
  const ids = retrieved.map(({ row }) => row.chunkId);
  const hashed = await rowsById(request.store, view.overlay, ids, ['contentHash']);
  const own = retrieved.map((chunk) => withProse(chunk, byHash.get(hashed.get(chunk.row.chunkId)?.contentHash ?? '')));
  for (const { row } of retrieved) rows.delete(row.chunkId);
  await request.store.readTerms(termsAsked(query));
  const score = createScorer(query, view.statistics, options, new Map());
  const brought = [...rows.values()].flatMap((row) =>
    (view.byBlob.get(rowKeyOf(row)) ?? []).map((file) => withProse(score(row, file), byHash.get(row.contentHash))),
  );
  return [...own, ...brought];
}

type HashedRow = ScoredRow & Pick<ChunkRow, 'contentHash'>;

function withProse(chunk: RetrievedChunk, prose: ScoredProse | undefined): RetrievedChunk {
  return prose === undefined ? chunk : { ...chunk, prose: { coverage: prose.coverage, cosine: prose.cosine } };
}

function best(scored: readonly ScoredProse[], of: 'words' | 'cosine', above: number): ScoredProse[] {
  const wanted = scored.filter((one) => one[of] > above);
  return wanted.sort((a, b) => b[of] - a[of] || (a.contentHash < b.contentHash ? -1 : 1));
}

/**
 * Returns the described chunks of the view until there are enough. Chunks of other branches do not
 * count.
 */
async function rowsOf(list: readonly ScoredProse[], { store, view, options }: AddProseRequest): Promise<HashedRow[]> {
  const columns = [
    ...SCORED_COLUMNS,
    'contentHash',
    ...(options.vector === null ? [] : (['vector'] as const)),
  ] as const;
  const out: HashedRow[] = [];
  for (let at = 0; at < list.length && out.length < options.depth; at += BATCH) {
    const order = new Map(list.slice(at, at + BATCH).map(({ contentHash }, place) => [contentHash, place]));
    const stored: HashedRow[] = await store.rows({ contentHashes: [...order.keys()] }, columns);
    const found = [
      ...stored,
      ...view.overlay.filter(({ contentHash }) => order.has(contentHash)).map(withRowWords),
    ].filter((row) => view.byBlob.has(rowKeyOf(row)) && view.wantedKind(row.kind));
    found.sort((a, b) => order.get(a.contentHash)! - order.get(b.contentHash)! || (a.chunkId < b.chunkId ? -1 : 1));
    out.push(...found);
  }
  return out.slice(0, options.depth);
}

// Scores commentary row by row. A word that no code of the view holds counts as the rarest. Pure.

interface ScoredProse {
  contentHash: string;
  /** BM25, ≥ 0. */
  words: number;
  /** The share of the query's words that it holds, 0 to 1. */
  coverage: number;
  /** The cosine with the query; 0 without vectors. */
  cosine: number;
}

/** The usual length of commentary, in words, as the prompt asks for it. */
const AVERAGE_WORDS = 60;
const NO_PATH: PathWords = { stem: [], folders: new Set(), joined: '' };

/** @param vector the query's unit vector; null to ignore vectors */
function scoreProse(
  rows: readonly { contentHash: string; words: string; vector: Float32Array }[],
  query: Query,
  statistics: Frequencies,
  { words, vector }: { words: boolean; vector: Float32Array | null },
): ScoredProse[] {
  const scorer = createWordScorer(query, {
    chunks: statistics.chunks,
    averageTokens: AVERAGE_WORDS,
    frequency: (term) => Math.max(1, statistics.frequency(term)),
  });
  return rows.map((row) => ({
    contentHash: row.contentHash,
    ...(words ? scorer.score(wordsIn(row.words), row.words.split(' ').length, NO_PATH) : { words: 0, coverage: 0 }),
    cosine: vector === null ? 0 : dot(vector, row.vector),
  }));
}
