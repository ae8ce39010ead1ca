/**
 * Runs a property as often as CORA_FUZZ_RUNS says, or as often as a test run has time for, and asserts how often it ran. A failure
 * prints seed and path, and what it found becomes an example of the test.
 */

import { expect } from 'vitest';
import fc, { someOf } from './fastCheck.ts';

/**
 * @param runs in the project `slow`; `npm test` has a third of them
 * @param share of CORA_FUZZ_RUNS, where several tests are one target
 */
export function fuzz<T>(property: fc.IProperty<T>, runs: number, share = 1): void {
  const wanted = runsOf(runs, share);
  settle(fc.check(property, { numRuns: wanted }), wanted);
}

export async function fuzzAsync<T>(property: fc.IAsyncProperty<T>, runs: number, share = 1): Promise<void> {
  const wanted = runsOf(runs, share);
  settle(await fc.check(property, { numRuns: wanted }), wanted);
}

export function runsOf(runs: number, share = 1): number {
  const given = process.env['CORA_FUZZ_RUNS'];
  return given === undefined ? someOf(runs) : Math.ceil(Number(given) * share);
}

function settle<T>(details: fc.RunDetails<T>, wanted: number): void {
  if (details.failed) {
    const message = `seed ${details.seed}: ${fc.defaultReportMessage(details)}`;
    throw new Error(message, { cause: details.errorInstance });
  }
  expect(details.numRuns).toBe(wanted);
  if (process.env['CORA_FUZZ_RUNS'] !== undefined) {
    process.stdout.write(`${wanted} cases with seed ${details.seed}: ${expect.getState().currentTestName}\n`);
  }
}

type Edit = { at: number; remove: number; insert: Uint8Array };
export const edits = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.oneof(fc.constant(0), fc.constant(1), fc.nat(600)),
    insert: fc.oneof(fc.uint8Array({ maxLength: 3 }), fc.uint8Array({ minLength: 400, maxLength: 600 })),
  }),
  { minLength: 1, maxLength: 4 },
);

export function edited(bytes: Buffer, list: readonly Edit[]): Buffer {
  return list.reduce((before, { at, remove, insert }) => {
    const from = Math.floor(at * before.length);
    return Buffer.concat([before.subarray(0, from), insert, before.subarray(from + remove)]);
  }, bytes);
}

/** Any JSON, and what breaks those who trust it. */
export const oddJson = fc.oneof(
  fc.json().map((text) => JSON.parse(text) as unknown),
  fc.constantFrom<unknown>(null, -1, 1e308, 2 ** 53, '', '__proto__', '../x', [], {}, true, '\u0000', '\ud800'),
);
