/** Those who follow index jobs: hundreds of pages, each left at its own time. */

import { expect, it } from 'vitest';
import type { Job } from '../../../src/fleet/indexJobs.ts';
import { JobWatchers } from '../../../src/fleet/jobQueue.ts';

function jobAt(done: number): Job {
  return {
    id: '1',
    repoId: 'a',
    kind: 'full',
    targetPath: null,
    status: 'processing',
    createdAt: '2026-01-01T00:00:00.000Z',
    startedAt: '2026-01-01T00:00:00.000Z',
    completedAt: null,
    progress: { phase: 'Indexing', done, total: 9 },
    result: null,
    error: null,
    attempts: 1,
  };
}

async function collect(jobs: AsyncIterable<Job>): Promise<(number | string)[]> {
  const told: (number | string)[] = [];
  for await (const { progress, status } of jobs) told.push(progress?.done ?? status);
  return told;
}

it('all see the latest state, end with their signal or at the close, and cost the process nothing', async () => {
  const warnings: Error[] = [];
  const warned = (warning: Error): void => {
    warnings.push(warning);
  };
  process.on('warning', warned);
  const watchers = new JobWatchers();
  const follow = ({ signal }: AbortController) => collect(watchers.watch('a', async () => [jobAt(0)], signal));
  const controllers = () => Array.from({ length: 50 }, () => new AbortController());
  const leaving = controllers();
  const left = leaving.map(follow);
  const stayed = controllers().map(follow);
  const others = collect(watchers.watch('b', async () => [], new AbortController().signal));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  await settle();
  watchers.update([jobAt(1)]);
  watchers.update([jobAt(1)]);
  await settle();
  for (const controller of leaving) controller.abort();
  watchers.note(jobAt(2));
  watchers.note(jobAt(3));
  await settle();
  watchers.update([]);
  await settle();
  watchers.close();
  expect(new Set((await Promise.all(left)).map(String))).toEqual(new Set(['0,1']));
  expect(new Set((await Promise.all(stayed)).map(String))).toEqual(new Set(['0,1,3,failed']));
  expect(await others).toEqual([]);
  await settle();
  process.off('warning', warned);
  expect(warnings).toEqual([]);
});
