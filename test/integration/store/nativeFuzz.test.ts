/**
 * Files of a table changed anywhere: what the reading of the whole table (readWhole.ts, in a process that may die) finds sound does not
 * end, hang or fill a process that reads it as a query does. CORA_FUZZ_RUNS=10000 is the long form.
 */

import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../../src/store/openStore.ts';
import { runsOf } from '../../helpers/fuzz.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { bundleChild, ended, startChild, watchOver } from './bundleChild.ts';
import { DIMENSIONS, keyOf, rowOf } from './children/rows.ts';

const SEED = Number(process.env['CORA_FUZZ_SEED'] ?? 20_261_123);
const MOST_MEMORY = 2 * 2 ** 30;
const SILENCE_MS = 150_000;

/** With several data files, deleted rows and all three indexes, one of them behind. */
async function makeStore(dir: string): Promise<void> {
  const rows = (from: number, count: number) => Array.from({ length: count }, (_, at) => rowOf(from + at));
  const store = await openStore(dir, DIMENSIONS, 'write');
  for (let part = 0; part < 4; part++) await store.append(rows(part * 40, 40));
  await store.optimize(60 * 60 * 1000, true);
  await store.append(rows(1000, 10));
  await store.remove([keyOf(rowOf(3)), keyOf(rowOf(1003))]);
  store.close();
}

interface Outcome {
  seed: number;
  file: string;
  isSound: boolean;
  /** What was read, a code, LanceDB's words; or how the process ended. */
  said: string;
}

it('ends no process that reads a table which was found sound', async () => {
  const runs = runsOf(200);
  const [pristine, changed] = [join(tempDir(), 'store'), join(tempDir(), 'store')];
  await makeStore(pristine);
  const script = await bundleChild('fuzzer');
  const outcomes: Outcome[] = [];
  while (outcomes.length < runs) {
    rmSync(changed, { recursive: true, force: true });
    cpSync(pristine, changed, { recursive: true });
    const args = [pristine, changed, String(SEED + outcomes.length), String(runs - outcomes.length)];
    const child = startChild(script, args);
    const watch = watchOver(child, { memory: MOST_MEMORY, silenceMs: SILENCE_MS });
    const { stdout, stderr, code, signal } = await ended(child);
    clearInterval(watch.timer);
    const lines = stdout.split('\n');
    const open = lines.pop()!;
    outcomes.push(...lines.map(readOutcome));
    if (open !== '') outcomes.push({ ...readOutcome(open), said: `${watch.why() ?? signal ?? code}` });
    else if (outcomes.length < runs) throw new Error(`the child ended between two runs (${signal ?? code}): ${stderr}`);
  }
  const ends = outcomes.filter(({ said }) => /^(SIG\w+|memory|silence|\d+)$/.test(said));
  process.stdout.write(
    `${runs} changes with seed ${SEED}: ${ends.length} ended a process, ${outcomes.filter(({ isSound }) => isSound).length} found sound\n`,
  );
  expect(outcomes).toHaveLength(runs);
  expect(outcomes.filter(({ isSound }) => isSound).length).toBeGreaterThan(runs / 10);
  expect(outcomes.filter(({ isSound }) => !isSound).length).toBeGreaterThan(runs / 10);
  expect(ends.filter(({ isSound }) => isSound)).toEqual([]);
});

/** `17 chunks.lance/data/x.lance sound 340 59 5` */
function readOutcome(line: string): Outcome {
  const [seed, file, first, ...rest] = line.split(' ');
  const isSound = first === 'sound';
  return { seed: Number(seed), file: file ?? '', isSound, said: isSound ? rest.join(' ') : [first, ...rest].join(' ') };
}
