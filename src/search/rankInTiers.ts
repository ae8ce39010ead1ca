/**
 * Makes the order of an answer independent of the number of results. Candidates of a fixed depth
 * are ranked first. If they are too few, further candidates of a greater depth follow below, and so
 * on. No tier depends on the limit.
 */

import type { Reranker } from '../base/types.ts';
import { qualifiedName } from '../base/words.ts';
import { inEach, type OpenMember } from './members.ts';
import { fileOfSelected, type Selected, type Selection } from './rank/select.ts';
import { shownRows } from './readTexts.ts';
import { SHOWN_COLUMNS, type ShownRow } from './show/placeChunk.ts';

interface Tier {
  /**
   * Returns the first `limit` files in their final order, and all chunks that are ranked between
   * them. A greater limit only appends.
   * @param above the lowest score of the tiers before
   */
  rank(limit: number, above: number): Promise<Selection>;
  /** True if a deeper tier may have more. */
  more: boolean;
}

/**
 * @param tierAt called once for each tier, in order
 * @returns a function that returns the beginning of the order, enough for at least `limit` results
 * if there are so many
 */
export function rankInTiers(tierAt: (tier: number) => Promise<Tier>): (limit: number) => Promise<Selection> {
  const tiers: Tier[] = [];
  return async (limit) => {
    const all: Selected[] = [];
    let left = limit;
    let above = Number.POSITIVE_INFINITY;
    for (let at = 0; ; at++) {
      const tier = tiers[at] ?? (await tierAt(at));
      tiers[at] = tier;
      const { ranked, more } = await tier.rank(left, above);
      for (const one of ranked) {
        all.push(one);
        above = Math.min(above, one.score);
      }
      left -= new Set(ranked.map(fileOfSelected)).size;
      if (more || left <= 0 || !tier.more) return { ranked: all, more: more || tier.more };
    }
  };
}

/**
 * Asks for more chunks until enough results are shown: some chunks have no line left to show.
 * @param show makes the answer from as much of the order as so many results usually need
 */
export async function untilEnough<T extends { more: boolean }>(
  limit: number,
  show: (limit: number) => Promise<T>,
  isEnough: (answer: T) => boolean,
): Promise<T> {
  for (let wanted = limit; ; wanted *= 2) {
    const answer = await show(wanted);
    if (!answer.more || isEnough(answer)) return answer;
  }
}

/**
 * The number of candidates that the reranker reads together. The answer is rarely further down, and
 * each takes time. If more results are wanted, the next so many follow below.
 */
const RERANKED = 30;

/**
 * @param open the repositories of the candidates; the first one with a reranker reranks all
 * @param selectBest returns the best candidates in the order of the ranking, enough for a number of
 * results
 * @returns the candidates unchanged without a reranker, otherwise in its order, with ties
 * unchanged; each candidate is read once
 * @throws CoraError errors of the reranker
 */
export function reranked(
  open: readonly OpenMember[],
  text: string,
  selectBest: (limit: number, above: number) => Promise<Selection> | Selection,
): (limit: number, above: number) => Promise<Selection> {
  const reranker = open.find((one) => one.reranker !== null)?.reranker ?? null;
  if (reranker === null) return async (limit, above) => selectBest(limit, above);
  const known: Selected[][] = [];
  return async (limit) => {
    const most = RERANKED * Math.ceil(limit / RERANKED);
    const { ranked, more } = await selectBest(most, Number.POSITIVE_INFINITY);
    for (let from = RERANKED * known.length; from < Math.min(most, ranked.length); from += RERANKED) {
      known.push(await inItsOrder(reranker, open, text, ranked.slice(from, Math.min(most, from + RERANKED))));
    }
    return { ranked: known.slice(0, most / RERANKED).flat(), more: more || ranked.length > most };
  };
}

async function inItsOrder(
  reranker: Reranker,
  open: readonly OpenMember[],
  text: string,
  selected: readonly Selected[],
): Promise<Selected[]> {
  const passages = new Map<Selected, string>();
  await inEach(open, undefined, async ({ name, view, use }) => {
    const own = selected.filter(({ repository }) => repository === name);
    if (own.length === 0) return;
    const shown = await use(false, async ({ store }) => shownRows(await store, view, own, SHOWN_COLUMNS));
    for (const one of own) passages.set(one, passageOf(one.chunk.path, shown.get(one.chunk.row.chunkId)));
  });
  const scores = await reranker.score(
    text,
    selected.map((one) => passages.get(one)!),
  );
  // Scores are rounded, so that scores which look equal when printed are a tie.
  const scored = selected.map((one, at) => ({ ...one, fused: one.score, score: Math.round(scores[at]! * 1e4) / 1e4 }));
  // A file that the question names by path stays first.
  return scored.sort((a, b) => (b.bonus ?? 0) - (a.bonus ?? 0) || b.score - a.score);
}

/**
 * Returns place and name of a chunk and then its text, whose end may be cut. If a writer has
 * removed the row, it is only the path; search.ts reports that.
 */
function passageOf(path: string, row: ShownRow | undefined): string {
  if (row === undefined) return path;
  const name = qualifiedName(row);
  return `${path}${name === '' ? '' : ` ${name}`}\n${row.text}`;
}
