/**
 * fast-check with a seed that is always the same, so that a test which passes here passes everywhere; CORA_FUZZ_SEED gives another one
 * ("random": a new one). Tests take it from here and not from the package.
 *
 * `npm test` tries a property with a third of the values, the project `slow`, in which all files that import this run too, with all.
 */

import fc from 'fast-check';
import { isSlow } from './slow.ts';

const SEED = 20_261_122;

function seedOf(): number {
  const given = process.env['CORA_FUZZ_SEED'];
  return given === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(given ?? SEED);
}

/** Returns how many of the values are tried here. */
export const someOf = (runs: number): number => (isSlow ? runs : Math.ceil(runs / 3));

fc.configureGlobal({ seed: seedOf(), numRuns: someOf(100) });

export default fc;
