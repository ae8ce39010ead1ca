/**
 * The built-in embedder: a static model of our own, trained by model/ and shipped with the package. A text's vector is the sum
 * over its distinct tokens of (1 + ln tf) · weight · row, at unit length; queries and documents weigh tokens differently.
 *
 * Float64 additions and multiplications in a fixed order (tokens by first occurrence), one square root, one division: the same
 * bits on every machine. A change to the arithmetic here or to the words changes vectors: raise BUILTIN_VERSION.
 */

import { fingerprintOf } from '../base/identity.ts';
import type { Embedder } from '../base/types.ts';
import { type BuiltinModel, readBuiltinModel } from './builtinModel.ts';
import { BuiltinTokens, runsOf } from './builtinTokens.ts';
import { embedEach } from './embedEach.ts';
import { toUnit } from './toUnit.ts';

const BUILTIN_VERSION = 1;

/**
 * @param model read from the package where left out
 * @throws CoraError EMBEDDER where the weights are missing or damaged
 */
export function createBuiltinEmbedder(model: BuiltinModel = readBuiltinModel()): Embedder {
  const pooling = new Pooling(model);
  return {
    id: 'builtin',
    dimensions: model.dimensions,
    fingerprint: fingerprintOf(['builtin', BUILTIN_VERSION, model.digest]),
    embed: (texts, kind, signal) => embedEach(texts, (text) => pooling.embed(text, kind), signal),
  };
}

/** Turns texts into vectors. Holds working space, so one text at a time. */
class Pooling {
  readonly #model: BuiltinModel;
  readonly #tokens: BuiltinTokens;
  /** By token: how often it occurs in the text at hand; zero between texts. */
  readonly #counts: Uint32Array;
  readonly #sums: Float64Array;

  constructor(model: BuiltinModel) {
    this.#model = model;
    this.#tokens = new BuiltinTokens(model);
    this.#counts = new Uint32Array(model.vocabulary.size);
    this.#sums = new Float64Array(model.dimensions);
  }

  embed(text: string, kind: 'document' | 'query'): Float32Array {
    const { tfWeights } = this.#model;
    const weights = this.#model.weights[kind];
    const counts = this.#counts;
    const lastTf = tfWeights.length - 1;
    const distinct = this.#count(text);
    const factors = new Float64Array(distinct.length);
    for (let at = 0; at < distinct.length; at++) {
      const token = distinct[at]!;
      factors[at] = tfWeights[Math.min(counts[token]!, lastTf)]! * weights[token]!;
      counts[token] = 0;
    }
    return toUnit(this.#sum(distinct, factors));
  }

  /** Adds rows times factors from left to right. Four at a time, which saves time and leaves the order as it is. */
  #sum(tokens: number[], factors: Float64Array): Float64Array {
    const { rows, dimensions } = this.#model;
    const sums = this.#sums.fill(0);
    const fours = tokens.length & ~3;
    for (let four = 0; four < fours; four += 4) {
      const a = tokens[four]! * dimensions;
      const b = tokens[four + 1]! * dimensions;
      const c = tokens[four + 2]! * dimensions;
      const d = tokens[four + 3]! * dimensions;
      const ofA = factors[four]!;
      const ofB = factors[four + 1]!;
      const ofC = factors[four + 2]!;
      const ofD = factors[four + 3]!;
      for (let at = 0; at < dimensions; at++) {
        sums[at] = sums[at]! + ofA * rows[a + at]! + ofB * rows[b + at]! + ofC * rows[c + at]! + ofD * rows[d + at]!;
      }
    }
    for (let rest = fours; rest < tokens.length; rest++) {
      const row = tokens[rest]! * dimensions;
      const factor = factors[rest]!;
      for (let at = 0; at < dimensions; at++) sums[at]! += factor * rows[row + at]!;
    }
    return sums;
  }

  /** Counts tokens and returns the distinct ones, in order of first occurrence. */
  #count(text: string): number[] {
    const counts = this.#counts;
    const distinct: number[] = [];
    for (const run of runsOf(text)) {
      const tokens = this.#tokens.ofRun(run);
      for (let at = 0; at < tokens.length; at++) {
        const token = tokens[at]!;
        if (counts[token]!++ === 0) distinct.push(token);
      }
    }
    return distinct;
  }
}
