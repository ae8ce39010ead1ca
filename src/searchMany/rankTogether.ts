/**
 * What several repositories found, on one scale and in one order: by score, ties by repository, path, line. Copies of a text in
 * several repositories are one result that names the others. Pure.
 */

import { createLikeness } from '../query/alike.ts';
import { identicalTo } from '../query/assemble.ts';
import { bestCosineOf, cosineScale, type Extremes, extremesOf, type FuseOptions, fuse } from '../query/fuse.ts';
import { NEARLY_THE_SAME } from '../query/rankChunks.ts';
import type { RetrievedChunk } from '../query/retrieve.ts';
import { endOf, type Selected, select } from '../query/select.ts';
import { type Asked, fusingOf } from '../search/findCandidates.ts';
import type { SearchRequest } from '../search/searchRequest.ts';
import type { IdenticalChunk } from '../searchTypes.ts';
import type { Embedder } from '../types.ts';
import type { MergedStatistics } from './mergeStatistics.ts';

/** What one repository has to say. */
export interface Found<T> {
  of: T;
  name: string;
  embedder: Embedder;
  asked: Asked;
  chunks: RetrievedChunk[];
}

export interface Ranked<T> {
  of: T;
  name: string;
  selected: Selected;
  weights: FuseOptions['weights'];
  /** The same text in other repositories. */
  elsewhere: IdenticalChunk[];
}

/** @returns the chunks of the best `limit` files, best first */
export function rankTogether<T>(
  found: readonly Found<T>[],
  statistics: MergedStatistics,
  request: SearchRequest,
): { ranked: Ranked<T>[]; more: boolean } {
  const scaled = onOneScale(found, statistics, request);
  let more = false;
  const all = scaled.flatMap(({ of, name, chunks, options }) => {
    const selection = select(fuse(chunks, options), request);
    more ||= selection.more;
    return selection.ranked.map(
      (selected): Ranked<T> => ({ of, name, selected, weights: options.weights, elsewhere: [] }),
    );
  });
  all.sort(byScore);
  const ranked = withoutCopies(all, 2 * request.limit);
  const end = endOf(ranked, request.limit, ({ name, selected }) => `${name}\0${selected.chunk.path}`);
  return { ranked: ranked.slice(0, end), more: more || ranked.length > end };
}

function byScore<T>(a: Ranked<T>, b: Ranked<T>): number {
  if (a.selected.score !== b.selected.score) return b.selected.score - a.selected.score;
  const [one, other] = [a.selected.chunk, b.selected.chunk];
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.row.startLine - other.row.startLine || one.row.startByte - other.row.startByte;
}

/** Cosines compare within one embedder, so each has a scale of its own; words are everybody's. */
function onOneScale<T>(
  found: readonly Found<T>[],
  statistics: MergedStatistics,
  request: SearchRequest,
): (Found<T> & { options: FuseOptions })[] {
  const best = new Map<string, number>();
  const options = found.map(({ embedder, asked, chunks }) => {
    const { fingerprint } = embedder;
    const own = fusingOf(embedder, asked, request, () => statistics.meanVector(fingerprint));
    best.set(fingerprint, Math.max(best.get(fingerprint) ?? -1, bestCosineOf(chunks, own.meanCosine)));
    return own;
  });
  const words = { words: 0, fileWords: 0 };
  const vectors = new Map<string, number>();
  for (const [at, { embedder, chunks }] of found.entries()) {
    const { fingerprint } = embedder;
    const own = extremesOf(chunks, cosineScale(options[at]!.meanCosine, best.get(fingerprint)!));
    words.words = Math.max(words.words, own.words);
    words.fileWords = Math.max(words.fileWords, own.fileWords);
    vectors.set(fingerprint, Math.max(vectors.get(fingerprint) ?? 0, own.fileVectors));
  }
  return found.map((one, at) => {
    const { fingerprint } = one.embedder;
    const extremes: Extremes = { ...words, fileVectors: vectors.get(fingerprint)! };
    return { ...one, options: { ...options[at]!, among: { bestCosine: best.get(fingerprint)!, extremes } } };
  });
}

/** @param most of the best that are compared with those before them */
function withoutCopies<T>(all: readonly Ranked<T>[], most: number): Ranked<T>[] {
  const likeness = createLikeness();
  const kept: Ranked<T>[] = [];
  for (const one of all) {
    const { chunk } = one.selected;
    const before = kept.length < most ? kept : [];
    const twin = before.find(
      (other) => other.name !== one.name && likeness.isAlike(other.selected.chunk.row, chunk.row, NEARLY_THE_SAME),
    );
    if (twin === undefined) kept.push(one);
    else twin.elsewhere.push({ repository: one.name, ...identicalTo(twin.selected.chunk, chunk) });
  }
  return kept;
}
