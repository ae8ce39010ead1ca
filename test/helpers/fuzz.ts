/**
 * Runs a property as often as CORA_FUZZ_RUNS says, or as often as a test run has time for, and asserts how often it ran. The seed is
 * always the same unless CORA_FUZZ_SEED gives another ("random": a new one, printed); a failure prints seed and path, and what it
 * found becomes an example of the test.
 */

import fc from 'fast-check';
import { expect } from 'vitest';

const SEED = 20_261_122;

/** @param runs in a usual test run; `examples` are tried first */
export function fuzz<T>(property: fc.IProperty<T>, runs: number, examples: T[] = []): void {
  const details = fc.check(property, parametersOf(runs, examples));
  settle(details, runs);
}

export async function fuzzAsync<T>(property: fc.IAsyncProperty<T>, runs: number, examples: T[] = []): Promise<void> {
  const details = await fc.check(property, parametersOf(runs, examples));
  settle(details, runs);
}

export function runsOf(runs: number): number {
  const given = process.env['CORA_FUZZ_RUNS'];
  return given === undefined ? runs : Number(given);
}

function parametersOf<T>(runs: number, examples: T[]): fc.Parameters<T> {
  const given = process.env['CORA_FUZZ_SEED'];
  const seed = given === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(given ?? SEED);
  return { numRuns: runsOf(runs), seed, examples };
}

function settle<T>(details: fc.RunDetails<T>, runs: number): void {
  if (details.failed) throw new Error(`seed ${details.seed}: ${fc.defaultReportMessage(details)}`);
  expect(details.numRuns).toBe(runsOf(runs));
  if (process.env['CORA_FUZZ_RUNS'] !== undefined) {
    process.stdout.write(`${details.numRuns} cases with seed ${details.seed}: ${expect.getState().currentTestName}\n`);
  }
}
