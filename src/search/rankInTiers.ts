/**
 * The order of an answer, whatever number of results is asked for: the candidates of a fixed depth
 * are ranked first; where they are too few, those that only a greater depth brings follow below
 * them, and so on. No tier depends on how many are wanted.
 */

import type { Reranker } from '../base/types.ts';
import { qualifiedName } from '../base/words.ts';
import { placeOfChunk } from '../view/chunkIds.ts';
import { inEach, type OpenMember } from './members.ts';
import type { Selected, Selection } from './rank/select.ts';
import { shownRows } from './readTexts.ts';
import type { RetrievedChunk } from './retrieve.ts';
import { SHOWN_COLUMNS, type ShownRow } from './show/placeChunk.ts';

export interface Ranking<T> {
  ranked: T[];
  /** True if there are more behind them. */
  more: boolean;
}

export interface Tier<T> {
  /**
   * The first `limit` files in their final order, and all chunks that are ranked between them; a
   * greater limit gives the same and goes on.
   * @param above the lowest score of the tiers before
   */
  rank(limit: number, above: number): Promise<Ranking<T>>;
  /** True if a deeper tier may bring more. */
  more: boolean;
}

interface Parts {
  file: string;
  score: number;
}

/**
 * @param tierAt asked once for each tier, in order
 * @returns what brings as much of the order as at least `limit` results can be made of, where there
 * are that many
 */
export function rankInTiers<T>(
  tierAt: (tier: number) => Promise<Tier<T>>,
  partsOf: (one: T) => Parts,
): (limit: number) => Promise<Ranking<T>> {
  const tiers: Tier<T>[] = [];
  return async (limit) => {
    const all: T[] = [];
    let left = limit;
    let above = Number.POSITIVE_INFINITY;
    for (let at = 0; ; at++) {
      const tier = tiers[at] ?? (await tierAt(at));
      tiers[at] = tier;
      const { ranked, more } = await tier.rank(left, above);
      const files = new Set<string>();
      for (const one of ranked) {
        const { file, score } = partsOf(one);
        all.push(one);
        files.add(file);
        above = Math.min(above, score);
      }
      left -= files.size;
      if (more || left <= 0 || !tier.more) return { ranked: all, more: more || tier.more };
    }
  };
}

/**
 * Asks for more results until enough are shown: some chunks have no line left to show.
 * @param show the answer, made of as much of the order as so many results usually need
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

/** Chunks that an earlier tier ranks are no part of a later one. */
export class KnownChunks {
  readonly #places = new Set<string>();

  add(chunk: RetrievedChunk): void {
    this.#places.add(placeOfChunk(chunk));
  }

  /** @returns those that were not known; they are now */
  take(chunks: readonly RetrievedChunk[]): RetrievedChunk[] {
    const unknown = chunks.filter((chunk) => !this.#places.has(placeOfChunk(chunk)));
    for (const chunk of unknown) this.add(chunk);
    return unknown;
  }
}

/**
 * The number of candidates that are read together and put in a new order: what answers is rarely
 * further down, and each costs time. Where more are asked for, the next as many follow below them.
 */
const RERANKED = 30;

/**
 * @param open where the candidates are; the reranker of the first that has one reads them all
 * @param selectBest brings the best candidates in the order of the ranking, enough for as many
 * results as it is told
 * @returns without a reranker what it brings; with one its order, ties as they were; what it has
 * read it reads once
 * @throws CoraError what the reranker throws
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
  // Scores that look equal when they are printed count as a tie.
  const scored = selected.map((one, at) => ({ ...one, fused: one.score, score: Math.round(scores[at]! * 1e4) / 1e4 }));
  // A file that is named by its path stays first.
  return scored.sort((a, b) => (b.bonus ?? 0) - (a.bonus ?? 0) || b.score - a.score);
}

/**
 * Returns where it stands and what it is, then the text, of which the end may be cut. For a
 * row that a writer has taken away since, it is the path alone: search.ts says that it is gone.
 */
function passageOf(path: string, row: ShownRow | undefined): string {
  if (row === undefined) return path;
  const name = qualifiedName(row);
  return `${path}${name === '' ? '' : ` ${name}`}\n${row.text}`;
}
