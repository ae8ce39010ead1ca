/** Runs that are killed (kill -9) at moments that a seed chooses, and what must be true after each. */

import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { startCli } from '../runCli.ts';
import { randomOf } from './seed.ts';

export interface KillRequest {
  name: string;
  /** So many runs are killed; those that were over before do not count. */
  moments: number;
  cwd: string;
  env: NodeJS.ProcessEnv;
  args: readonly string[];
  /** Makes work for the next run. */
  before(moment: number): Promise<void>;
  /** Asserts that what is there answers. */
  after(moment: number): Promise<void>;
}

export interface Kills {
  /** How many of the runs did not get to their end. */
  killed: number;
  /** How many did, beside the first. */
  finished: number;
  /** Of the last run. */
  last: number;
}

/** A run that is faster than all before it ends before its moment comes; that many in a row is no chance. */
const TRIES = 10;

/** Moments are spread over the time that a run takes, which the first one tells: it is not killed. */
export async function killAtMoments({ name, moments, cwd, env, args, before, after }: KillRequest): Promise<Kills> {
  const random = randomOf(name);
  const kills: Kills = { killed: 0, finished: 0, last: 0 };
  let whole = Number.POSITIVE_INFINITY;
  for (let moment = 0; kills.killed < moments; moment++) {
    expect(moment, `${name}: ${kills.killed} killed`).toBeLessThan(TRIES * moments);
    kills.last = moment;
    await before(moment);
    const started = Date.now();
    const { child, ended } = startCli(args, { cwd, env });
    child.stdin!.end();
    const ending = new AbortController();
    if (moment > 0) {
      void sleep(whole * (0.1 + 0.9 * random()), undefined, { signal: ending.signal })
        .then(() => child.kill('SIGKILL'))
        .catch(() => undefined);
    }
    const result = await ended;
    ending.abort();
    if (result.signal === 'SIGKILL') kills.killed += 1;
    else {
      expect(result.code, `${name}\n${result.stderr}`).toBe(0);
      if (moment > 0) kills.finished += 1;
      whole = Math.min(whole, Date.now() - started);
    }
    await after(moment);
  }
  process.stdout.write(`kill -9 of ${name}: ${kills.killed} killed, ${kills.finished} had ended before\n`);
  return kills;
}
