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

it('is refused, or read, and nothing else happens', { timeout: 3_600_000 }, async () => {
  const runs = runsOf(100_000);
  const script = await bundleChild('segmentFuzzer', import.meta.dirname);
  const options = [`--max-old-space-size=${MOST_HEAP}`];
  const child = startChild(script, [String(SEED), String(runs)], {}, options);
  const watch = watchOver(child, { memory: MOST_MEMORY, silenceMs: SILENCE_MS });
  const { stdout, stderr, code, signal } = await ended(child);
  clearInterval(watch.timer);
  const lines = stdout.trimEnd().split('\n');
  const [, done, , whole] = (lines.findLast((line) => line.startsWith('done')) ?? '').split(' ').map(Number);
  expect({ why: watch.why(), code, signal, stderr }).toEqual({ why: null, code: 0, signal: null, stderr: '' });
  expect(lines.filter((line) => !line.startsWith('done'))).toEqual([]);
  expect(done).toBe(runs);
  expect(whole).toBeGreaterThan(runs / 20);
  expect(whole).toBeLessThan(runs / 2);
  process.stdout.write(`${runs} changes with seed ${SEED}: ${whole} were read whole\n`);
});
