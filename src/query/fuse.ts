/**
 * One score for each chunk and file from what the retrievers found. Scores are divided by the best of the query and
 * added: reciprocal rank fusion throws the gaps away and measured .03 worse. Pure; the same numbers in, the same order out.
 */

import { fileFeaturesOf, type Penalised } from './fileFeatures.ts';
import type { RetrievedChunk } from './retrieve.ts';

/** One table, round numbers; docs/retrieval.md says how each was measured. */
export interface Weights {
  words: number;
  /** Best chunk + 1/2 second + 1/4 third of a file, by cosine. */
  vectors: number;
  /** The file's best chunk alone, by cosine. */
  bestVector: number;
  /** How much of the file name the query asks for. */
  name: number;
  /** The chunk defines an identifier of the query. */
  symbol: number;
  /** Taken off for what explains code and is not it, unless the query asks for it. */
  test: number;
  example: number;
  legacy: number;
  prose: number;
  /** Taken off for each folder more than the shallowest candidate has. */
  depth: number;
}

export const WEIGHTS: Weights = {
  words: 1,
  vectors: 0.5,
  bestVector: 0.4,
  name: 0.6,
  symbol: 0.5,
  test: 0.4,
  example: 0.3,
  legacy: 0.3,
  prose: 0.4,
  depth: 0.1,
};

/** Later chunks of one file count less: three good places say more than one, thirty no more than three. */
const FALLOFF = [1, 0.5, 0.25] as const;

export interface FusedFile {
  path: string;
  score: number;
  /** Best first. */
  chunks: FusedChunk[];
}

export interface FusedChunk {
  chunk: RetrievedChunk;
  /** Within its file: what the chunk itself contributes, for choosing which one to show. */
  own: number;
}

/** @returns files, best first, ties by path in code units */
export function fuse(
  chunks: readonly RetrievedChunk[],
  meanCosine: number,
  weights: Weights,
  asked: ReadonlySet<Penalised>,
): FusedFile[] {
  const bestCosine = chunks.reduce((best, { cosine }) => Math.max(best, cosine), meanCosine);
  const spread = bestCosine - meanCosine;
  const aboveMean = (cosine: number): number => (spread > 0 ? Math.max(0, (cosine - meanCosine) / spread) : 0);
  const bestWords = chunks.reduce((best, { words }) => Math.max(best, words), 0) || 1;
  const byPath = new Map<string, RetrievedChunk[]>();
  for (const chunk of chunks) {
    const list = byPath.get(chunk.path);
    if (list === undefined) byPath.set(chunk.path, [chunk]);
    else list.push(chunk);
  }
  const files = [...byPath].map(([path, own]) => ({
    path,
    features: fileFeaturesOf(path, own[0]!.row.language),
    own,
    words: falling(own.map(({ words }) => words)),
    vectors: falling(own.map(({ cosine }) => aboveMean(cosine))),
    bestVector: own.reduce((best, { cosine }) => Math.max(best, aboveMean(cosine)), 0),
    symbol: own.reduce((best, { symbol }) => Math.max(best, symbol), 0),
  }));
  const mostWords = files.reduce((most, { words }) => Math.max(most, words), 0) || 1;
  const mostVectors = files.reduce((most, { vectors }) => Math.max(most, vectors), 0) || 1;
  const shallowest = files.reduce((least, { features }) => Math.min(least, features.depth), Number.POSITIVE_INFINITY);
  const fused = files.map(({ path, features, own, words, vectors, bestVector, symbol }): FusedFile => {
    const score =
      (weights.words * words) / mostWords +
      (weights.vectors * vectors) / mostVectors +
      weights.bestVector * bestVector +
      weights.name * own[0]!.name +
      weights.symbol * symbol -
      PENALTIES.reduce((sum, kind) => sum + (features[kind] && !asked.has(kind) ? weights[kind] : 0), 0) -
      weights.depth * (features.depth - shallowest);
    const ranked = own.map((chunk) => ({
      chunk,
      own:
        (weights.words * chunk.words) / bestWords +
        (weights.vectors + weights.bestVector) * aboveMean(chunk.cosine) +
        2 * weights.symbol * chunk.symbol,
    }));
    ranked.sort(
      (a, b) =>
        b.own - a.own || a.chunk.row.startLine - b.chunk.row.startLine || a.chunk.row.startByte - b.chunk.row.startByte,
    );
    return { path, score, chunks: ranked };
  });
  return fused.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

const PENALTIES: readonly Penalised[] = ['test', 'example', 'legacy', 'prose'];

function falling(scores: number[]): number {
  scores.sort((a, b) => b - a);
  return FALLOFF.reduce((sum, weight, at) => sum + weight * (scores[at] ?? 0), 0);
}
