/**
 * The ranking's constants: one table with round numbers. docs/retrieval.md says what each is worth
 * and how it was measured.
 */

import { CoraError } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';
import type { SearchMode } from '../../base/searchTypes.ts';

export const WEIGHTS = {
  /** BM25F: best chunk + 1/2 second + 1/4 third of a file, of the best file's. */
  words: 1,
  /** The sum of `words`, but of cosines above the mean. */
  vectors: 0.4,
  /** The file's best chunk alone, by cosine. */
  bestVector: 0.5,
  /** The share of the query's words that the file's best chunk holds. */
  coverage: 0.1,
  /** The share of the file name that the query asks for. */
  name: 0.5,
  /** The file defines an identifier of the query. */
  symbol: 0.5,
  /** The longer its definition there. */
  symbolSize: 0.5,
  /** The file defines a type that a capitalised word of a sentence names. */
  typeName: 0.3,
  /** The query contains words of a function's name that the file's own name lacks. */
  functionName: 0.2,
  /** Personalised PageRank from the best hits over references, of the best neighbour's. */
  graph: 0,
  /**
   * The share of the query's words that the commentary on one of its chunks holds. Not measured:
   * what models write differs.
   */
  commentary: 0.3,
  /** The file's prose by its cosine above the mean. */
  commentaryVector: 0.3,
  /** Taken off for what explains code and is not it, unless the query asks for it. */
  test: 0.8,
  example: 0.4,
  legacy: 0.4,
  prose: 0.6,
  /**
   * Taken off for declarations beside their implementation: `list.h` beside `list.c`, `list.d.ts`,
   * `list.pyi`.
   */
  declaration: 0.2,
  /** Taken off for a part beside the whole: `Mapper.Async.cs` beside `Mapper.cs`. */
  part: 0.2,
  /** Taken off for generated and vendored files, unless the query asks for them. */
  foreign: 0.8,
  /**
   * The question names the file's path: see anchors.ts. It is more than all other features add up
   * to, and counts for the file's first place alone.
   */
  namedPath: 5,
  /** A frame of a report's stack is in the file. */
  frame: 0,
  /** The file defines what a report names. */
  defined: 0,
  /**
   * Taken off for each folder of its package, up to three, that the file has more than the
   * shallowest candidate.
   */
  depth: 0.1,
  /**
   * For each folder that the file shares with the caller's scope, as a share of the scope's
   * folders.
   */
  scope: 0.3,
};

export type Feature = keyof typeof WEIGHTS;
export type Weights = Record<Feature, number>;

export const FEATURES = Object.keys(WEIGHTS) as Feature[];

const OF_VECTORS: readonly Feature[] = ['vectors', 'bestVector', 'commentaryVector'];

/** These differ for a report. */
export const REPORT_WEIGHTS: Partial<Weights> = {
  // Every name holds some of many words, and the depth of a file says nothing in a whole
  // repository.
  name: 0,
  functionName: 0,
  depth: 0,
  test: 1.2,
  example: 0.8,
  prose: 0.9,
  foreign: 1.2,
  namedPath: 1,
  frame: 0.3,
  defined: 0.2,
};

/** @param lexical the vectors know nothing that the words do not: beside them they count little */
export function weightsOf(mode: SearchMode, lexical: boolean): Weights {
  const of = (wanted: (name: Feature) => boolean, weight: number): Partial<Weights> =>
    Object.fromEntries(FEATURES.filter(wanted).map((name) => [name, weight]));
  const isOfVectors = (name: Feature): boolean => OF_VECTORS.includes(name);
  if (mode === 'words') return { ...WEIGHTS, ...of(isOfVectors, 0) };
  if (mode === 'vectors') return { ...WEIGHTS, ...of((name) => !isOfVectors(name), 0) };
  return lexical ? { ...WEIGHTS, ...of(isOfVectors, 0.1) } : WEIGHTS;
}

/**
 * @param given `NAME=NUMBER` each; 0 switches a feature off
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
