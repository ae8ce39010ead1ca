/**
 * The constants of the ranking, a table of round numbers. docs/retrieval.md says what each is worth
 * and how it was measured.
 */

import { CoraError } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';
import type { SearchMode } from '../../base/searchTypes.ts';

export const WEIGHTS = {
  /**
   * BM25F of a file: its best chunk + 1/2 of the second + 1/4 of the third, divided by the best
   * file's.
   */
  words: 1,
  /** Added up in the same way, from cosines above the mean. */
  vectors: 0.4,
  /** The cosine of the file's best chunk alone. */
  bestVector: 0.5,
  /** The share of the query that the file's best chunk holds. */
  coverage: 0.1,
  /** The share of the file name that the query asks for. */
  name: 0.55,
  /** The file defines an identifier of the query. */
  symbol: 0.5,
  /** The longer its definition there, the more. */
  symbolSize: 0.5,
  /** The file defines a type that a capitalised word of a sentence names. */
  typeName: 0.3,
  /** The query has words of a function's name that the file's own name lacks. */
  functionName: 0.2,
  /** Personalised PageRank from the best hits over references, divided by the best neighbour's. */
  graph: 0,
  /**
   * The share of the query that the commentary on one of its chunks holds. Not measured, because
   * models write differently.
   */
  commentary: 0.3,
  /** The cosine of the file's commentary above the mean. */
  commentaryVector: 0.3,
  /**
   * These are subtracted for files that explain code and are not code, unless the query asks for
   * them.
   */
  test: 1.2,
  example: 0.4,
  legacy: 0.4,
  prose: 0.6,
  component: 0.2,
  /**
   * Subtracted for declarations beside their implementation: `list.h` beside `list.c`, `list.d.ts`,
   * `list.pyi`.
   */
  declaration: 0.2,
  /** Subtracted for a part beside the whole: `Mapper.Async.cs` beside `Mapper.cs`. */
  part: 0.2,
  /** Subtracted for generated and vendored files, unless the query asks for them. */
  foreign: 1.2,
  /**
   * The question names the file's path: see anchors.ts. It exceeds the sum of all other features,
   * and only the file's first place gets it.
   */
  namedPath: 5,
  /** A string in the file is the message or the route that the question quotes. */
  quoted: 3,
  /** A frame of a report's stack is in the file. */
  frame: 0,
  /** The file defines names in a report. */
  defined: 0,
  /**
   * Subtracted for each folder, up to three, that the file is deeper in its package than the
   * shallowest candidate.
   */
  depth: 0.1,
  /**
   * For folders that the file shares with the caller's scope, as a share of the scope's folders.
   */
  scope: 0.3,
};

export type Feature = keyof typeof WEIGHTS;
export type Weights = Record<Feature, number>;

export const FEATURES = Object.keys(WEIGHTS) as Feature[];

const OF_VECTORS: readonly Feature[] = ['vectors', 'bestVector', 'commentaryVector'];

/** Weights that differ for a report. */
export const REPORT_WEIGHTS: Partial<Weights> = {
  // A report has many words, so every name holds some, and in a whole repository a file's depth
  // says nothing.
  name: 0,
  functionName: 0,
  depth: 0,
  example: 0.8,
  prose: 0.9,
  component: 0,
  namedPath: 1,
  frame: 0.3,
  defined: 0.2,
};

/**
 * @param lexical true if the vectors know nothing that the words do not; they get little weight
 * then
 */
export function weightsOf(mode: SearchMode, lexical: boolean): Weights {
  const of = (wanted: (name: Feature) => boolean, weight: number): Partial<Weights> =>
    Object.fromEntries(FEATURES.filter(wanted).map((name) => [name, weight]));
  const isOfVectors = (name: Feature): boolean => OF_VECTORS.includes(name);
  if (mode === 'words') return { ...WEIGHTS, ...of(isOfVectors, 0) };
  if (mode === 'vectors') return { ...WEIGHTS, ...of((name) => !isOfVectors(name), 0) };
  return lexical ? { ...WEIGHTS, ...of(isOfVectors, 0.1) } : WEIGHTS;
}

/**
 * @param given each is `NAME=NUMBER`; 0 switches a feature off
 * @throws CoraError USAGE that names the features
 */
export function readWeights(given: readonly string[]): Partial<Weights> {
  return Object.fromEntries(given.map(readWeight));
}

function readWeight(text: string): [Feature, number] {
  const [name = '', value = ''] = text.split('=', 2);
  const feature = FEATURES.find((known) => known.toLowerCase() === name.toLowerCase());
  if (feature === undefined) {
    const near = nearest(name, FEATURES);
    throw new CoraError('USAGE', `The ranking has no feature "${name}".`, {
      hint: near === undefined ? `Its features: ${FEATURES.join(', ')}` : `Did you mean ${near}=…?`,
    });
  }
  const weight = /^(?:\d+|\d*\.\d+)$/.test(value) ? Number(value) : Number.NaN;
  if (!(weight <= 10)) {
    const hint = `The default is ${feature}=${WEIGHTS[feature]}; ${feature}=0 switches it off.`;
    throw new CoraError('USAGE', `The weight of ${feature} is a number from 0 to 10, not "${value}".`, { hint });
  }
  return [feature, weight];
}
