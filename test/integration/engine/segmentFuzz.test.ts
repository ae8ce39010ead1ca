/**
 * Bytes of a segment changed anywhere: reading all of it gives rows of the right form, or says that it is damaged or of another form.
 * It ends, and takes no more memory than the size of the file accounts for. CORA_FUZZ_RUNS=1000000 is the long form.
 */

import { expect, it } from 'vitest';
import { runsOf } from '../../helpers/fuzz.ts';
import { bundleChild, ended, startChild, watchOver } from '../store/bundleChild.ts';

const SEED = Number(process.env['CORA_FUZZ_SEED'] ?? 20_261_125);
/** Of heap; and of everything, with which node alone begins at 50 MB. */
const MOST_HEAP = 256;
const MOST_MEMORY = 512 * 2 ** 20;
const SILENCE_MS = 150_000;

/** Node 20 keeps the bytes of each packed text that unpacks to more than it may: a process sees no more of them than this. */
const RUNS_OF_A_PROCESS = 20_000;

it('is refused, or read, and nothing else happens', { timeout: 3_600_000 }, async () => {
  const runs = runsOf(100_000);
  const script = await bundleChild('segmentFuzzer', import.meta.dirname);
  let whole = 0;
  for (let from = 0; from < runs; from += RUNS_OF_A_PROCESS)
    whole += await fuzzed(script, SEED + from, Math.min(RUNS_OF_A_PROCESS, runs - from));
  expect(whole).toBeGreaterThan(runs / 20);
  expect(whole).toBeLessThan(runs / 2);
  process.stdout.write(`${runs} changes with seed ${SEED}: ${whole} were read whole\n`);
});

/** @returns how many were read whole */
async function fuzzed(script: string, seed: number, runs: number): Promise<number> {
  const child = startChild(script, [String(seed), String(runs)], {}, [`--max-old-space-size=${MOST_HEAP}`]);
  const watch = watchOver(child, { memory: MOST_MEMORY, silenceMs: SILENCE_MS });
  const { stdout, stderr, code, signal } = await ended(child);
  clearInterval(watch.timer);
  const lines = stdout.trimEnd().split('\n');
  const last = lines.findLast((line) => line.startsWith('done')) ?? '';
  expect({ why: watch.why(), code, signal, stderr, last }).toMatchObject({
    why: null,
    code: 0,
    signal: null,
    stderr: '',
  });
  expect(lines.filter((line) => !line.startsWith('done'))).toEqual([]);
  const [, done, , whole] = last.split(' ').map(Number);
  expect(done).toBe(runs);
  return whole!;
}
