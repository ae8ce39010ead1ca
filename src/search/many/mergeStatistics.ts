/** The statistics of several views as those of one. Pure. */

import type { Frequencies, ViewStatistics } from '../../view/statistics.ts';

export interface MergedStatistics extends Frequencies {
  averageWords: number;
  /** Of all rows with vectors of this embedder; vectors of two never meet. */
  meanVector(fingerprint: string): Float32Array;
}

export interface CountedView {
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
