/** The optional last word on the order: a reranker reads the query together with each of the best candidates. */

import { qualifiedName } from '../base/qualifiedName.ts';
import type { Reranker } from '../base/types.ts';
import type { CallerView } from '../view/callerView.ts';
import type { Selected, Selection } from './rank/select.ts';
import { type SearchContext, shownRows } from './readTexts.ts';
import { SHOWN_COLUMNS, type ShownRow } from './show/placeChunk.ts';

/**
 * How many candidates are read together and put in a new order: what answers is rarely further down, and each costs time. Where
 * more are asked for, the next as many follow below them.
 */
const RERANKED = 30;

/**
 * @param selectBest brings the best candidates in the order of the ranking, enough for as many results as it is told
 * @returns without a reranker what it brings; with one its order, ties as they were; what it has read it reads once
 * @throws CoraError what the reranker throws
 */
export function reranked(
  context: SearchContext,
  view: CallerView,
  text: string,
  selectBest: (limit: number, above: number) => Selection,
): (limit: number, above: number) => Promise<Selection> {
  const { reranker } = context;
  if (reranker === null) return async (limit, above) => selectBest(limit, above);
  const known: Selected[][] = [];
  return async (limit) => {
    const most = RERANKED * Math.ceil(limit / RERANKED);
    const { ranked, more } = selectBest(most, Number.POSITIVE_INFINITY);
    for (let from = RERANKED * known.length; from < Math.min(most, ranked.length); from += RERANKED) {
      known.push(await inItsOrder(reranker, context, view, text, ranked.slice(from, Math.min(most, from + RERANKED))));
    }
    return { ranked: known.slice(0, most / RERANKED).flat(), more: more || ranked.length > most };
  };
}

async function inItsOrder(
  reranker: Reranker,
  { store }: SearchContext,
  view: CallerView,
  text: string,
  selected: readonly Selected[],
): Promise<Selected[]> {
  const shown = await shownRows(await store, view, selected, SHOWN_COLUMNS);
  const scores = await reranker.score(
    text,
    selected.map(({ chunk }) => passageOf(chunk.path, shown.get(chunk.row.chunkId))),
  );
  // What is shown as equal is a tie.
  const scored = selected.map((one, at) => ({ ...one, fused: one.score, score: Math.round(scores[at]! * 1e4) / 1e4 }));
  return scored.sort((a, b) => b.score - a.score);
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
