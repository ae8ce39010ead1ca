/** The optional last word on the order: a reranker reads the query together with each of the best candidates. */

import { qualifiedName } from '../qualifiedName.ts';
import { SHOWN_COLUMNS, type ShownRow } from '../query/placeChunk.ts';
import type { Selection } from '../query/select.ts';
import type { CallerView } from './callerView.ts';
import { type SearchContext, shownRows } from './readTexts.ts';
import type { SearchRequest } from './searchRequest.ts';

/** How many candidates are read, where not more are asked for: what answers is rarely further down, and each costs time. */
const RERANKED = 30;

/**
 * @param selectBest brings the best candidates in the order of the ranking, enough for as many results as it is told
 * @returns without a reranker what it brings; with one its order, ties as they were
 * @throws CoraError what the reranker throws
 */
export async function rerank(
  { reranker, store }: SearchContext,
  view: CallerView,
  { text, limit }: Pick<SearchRequest, 'text' | 'limit'>,
  selectBest: (limit: number) => Selection,
): Promise<Selection> {
  if (reranker === null) return selectBest(limit);
  const most = Math.max(RERANKED, limit);
  const { ranked, more } = selectBest(most);
  const selected = ranked.slice(0, most);
  const shown = await shownRows(await store, view, selected, SHOWN_COLUMNS);
  const scores = await reranker.score(
    text,
    selected.map(({ chunk }) => passageOf(chunk.path, shown.get(chunk.row.chunkId))),
  );
  // What is shown as equal is a tie.
  const scored = selected.map((one, at) => ({ ...one, fused: one.score, score: Math.round(scores[at]! * 1e4) / 1e4 }));
  scored.sort((a, b) => b.score - a.score);
  return { ranked: scored, more: more || ranked.length > most };
}

/**
 * Where it stands and what it is, then the text, of which the end may be cut. Of a row that a writer has taken away since, the path:
 * search.ts says of it that it is gone.
 */
function passageOf(path: string, row: ShownRow | undefined): string {
  if (row === undefined) return path;
  const name = qualifiedName(row);
  return `${path}${name === '' ? '' : ` ${name}`}\n${row.text}`;
}
