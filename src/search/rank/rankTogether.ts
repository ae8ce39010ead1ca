/**
 * It puts what several repositories found on one scale and in one order: by score, ties by repository, path, line. Statistics of all
 * views are merged for that, and copies of a text are one result that names the others. Pure.
 */

import type { IdenticalChunk } from '../../base/searchTypes.ts';
import type { Embedder } from '../../base/types.ts';
import type { Frequencies, ViewStatistics } from '../../view/statistics.ts';
import { type Asked, fusingOf } from '../findCandidates.ts';
import type { RetrievedChunk } from '../retrieve.ts';
import type { SearchRequest } from '../searchRequest.ts';
import { identicalTo } from '../show/assemble.ts';
import { bestCosineOf, cosineScale, type Extremes, extremesOf, type FuseOptions, fuse } from './fuse.ts';
import {
  COMPARED,
  createLikeness,
  diversify,
  endOf,
  NEARLY_THE_SAME,
  noHigher,
  rankChunks,
  type Selected,
  type SelectOptions,
} from './select.ts';

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

/** @returns the chunks of the best `limit` files, best first; the limit says where the order is cut, not what it is */
export function rankTogether<T>(
  found: readonly Found<T>[],
  scales: Scales,
  { limit, diversity, above = Number.POSITIVE_INFINITY }: SelectOptions,
): { ranked: Ranked<T>[]; more: boolean } {
  const all: Ranked<T>[] = [];
  /** Behind these there are more of their repository, which may come before those of others. */
  const lasts: Ranked<T>[] = [];
  for (const { of, name, embedder, asked, chunks } of found) {
    const options = scales.fusingOf(embedder, asked);
    const { ranked, more } = rankChunks(fuse(chunks, options), createLikeness(), limit);
    for (const selected of ranked) all.push({ of, name, selected, weights: options.weights, elsewhere: [] });
    if (more) lasts.push(all.at(-1)!);
  }
  all.sort(byScore);
  const certain = lasts.length === 0 ? all.length : 1 + Math.min(...lasts.map((last) => all.indexOf(last)));
  const head = withoutCopies(all.slice(0, Math.min(certain, COMPARED)));
  const diverse = diversify(head, ({ selected }) => selected, diversity, createLikeness());
  const ordered = [...diverse, ...all.slice(COMPARED, certain)];
  const ranked = ordered.slice(
    0,
    endOf(ordered, limit, ({ name, selected }) => `${name}\0${selected.chunk.path}`),
  );
  for (const one of ranked) one.selected = noHigher(one.selected, above);
  return { ranked, more: lasts.length > 0 || ordered.length > ranked.length };
}

function byScore<T>(a: Ranked<T>, b: Ranked<T>): number {
  if (a.selected.score !== b.selected.score) return b.selected.score - a.selected.score;
  const [one, other] = [a.selected.chunk, b.selected.chunk];
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.row.startLine - other.row.startLine || one.row.startByte - other.row.startByte;
}

/** What scores are divided by: of the first tier, so that later ones are measured alike. */
export interface Scales {
  fusingOf(embedder: Embedder, asked: Asked): FuseOptions;
}

/** Cosines compare within one embedder, so each has a scale of its own; words are everybody's. */
export function scalesOf<T>(found: readonly Found<T>[], statistics: MergedStatistics, request: SearchRequest): Scales {
  const ownOf = (embedder: Embedder, asked: Asked): FuseOptions =>
    fusingOf(embedder, asked, request, () => statistics.meanVector(embedder.fingerprint));
  const means = found.map(({ embedder, asked }) => ownOf(embedder, asked).meanCosine);
  const best = new Map<string, number>();
  for (const [at, { embedder, chunks }] of found.entries()) {
    const { fingerprint } = embedder;
    best.set(fingerprint, Math.max(best.get(fingerprint) ?? -1, bestCosineOf(chunks, means[at]!)));
  }
  const words = { words: 0, fileWords: 0 };
  const vectors = new Map<string, number>();
  for (const [at, { embedder, chunks }] of found.entries()) {
    const { fingerprint } = embedder;
    const own = extremesOf(chunks, cosineScale(means[at]!, best.get(fingerprint)!));
    words.words = Math.max(words.words, own.words);
    words.fileWords = Math.max(words.fileWords, own.fileWords);
    vectors.set(fingerprint, Math.max(vectors.get(fingerprint) ?? 0, own.fileVectors));
  }
  return {
    fusingOf(embedder, asked) {
      const { fingerprint } = embedder;
      const extremes: Extremes = { ...words, fileVectors: vectors.get(fingerprint)! };
      return { ...ownOf(embedder, asked), among: { bestCosine: best.get(fingerprint)!, extremes } };
    },
  };
}

/** One result that names the others. */
function withoutCopies<T>(all: readonly Ranked<T>[]): Ranked<T>[] {
  const likeness = createLikeness();
  const kept: Ranked<T>[] = [];
  for (const one of all) {
    const { chunk } = one.selected;
    const twin = kept.find(
      (other) => other.name !== one.name && likeness.isAlike(other.selected.chunk.row, chunk.row, NEARLY_THE_SAME),
    );
    if (twin === undefined) kept.push(one);
    else twin.elsewhere.push({ repository: one.name, ...identicalTo(twin.selected.chunk, chunk) });
  }
  return kept;
}

// The statistics of several views as those of one. Pure.

export interface MergedStatistics extends Frequencies {
  averageWords: number;
  /** Of all rows with vectors of this embedder; vectors of two never meet. */
  meanVector(fingerprint: string): Float32Array;
}

interface CountedView {
  statistics: ViewStatistics;
  embedder: { fingerprint: string; dimensions: number };
}

export function mergeStatistics(views: readonly CountedView[]): MergedStatistics {
  const sum = (of: (one: ViewStatistics) => number): number =>
    views.reduce((total, { statistics }) => total + of(statistics), 0);
  const chunks = sum((one) => one.chunks);
  const frequencies = new Map<string, number>();
  const means = new Map<string, Float32Array>();
  return {
    chunks,
    averageTokens: chunks === 0 ? 0 : sum((one) => one.tokens) / chunks,
    averageWords: chunks === 0 ? 0 : sum((one) => one.words) / chunks,
    frequency(term) {
      const known = frequencies.get(term) ?? sum((one) => one.frequency(term));
      frequencies.set(term, known);
      return known;
    },
    meanVector(fingerprint) {
      const known = means.get(fingerprint) ?? meanOf(views.filter((one) => one.embedder.fingerprint === fingerprint));
      means.set(fingerprint, known);
      return known;
    },
  };
}

function meanOf(views: readonly CountedView[]): Float32Array {
  const mean = new Float32Array(views[0]?.embedder.dimensions ?? 0);
  const rows = views.reduce((total, { statistics }) => total + statistics.chunks, 0) || 1;
  for (const { statistics } of views) {
    const share = statistics.chunks / rows;
    for (const [at, value] of statistics.meanVector().entries()) mean[at]! += share * value;
  }
  return mean;
}
