/** Queues of index jobs on real files: several on one home, one that ends in order, one that died. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { CoraError } from '../../../src/base/errors.ts';
import type { Job, JobBook, JobProgress, JobResult } from '../../../src/fleet/jobQueue.ts';
import { JobQueue } from '../../../src/fleet/jobQueue.ts';
import { eventually } from '../../helpers/eventually.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

const RESULT: JobResult = { commit: 'c', files: 3, chunks: 9, computed: 3, embedded: 9, reused: 0, fileChunks: null };

interface Begun {
  job: Job;
  report(progress: JobProgress): void;
  signal: AbortSignal;
  finish(result?: JobResult): void;
  fail(error: unknown): void;
}

const opened: JobQueue[] = [];
afterEach(async () => {
  for (const queue of opened.splice(0)) await queue.close();
});

/** A queue whose jobs end when the test says so, or with their signal. */
async function queueAt(home: string) {
  const begun: Begun[] = [];
  const warnings: string[] = [];
  const queue = await JobQueue.open({
    home,
    lookMs: 20,
    served: async () => new Set(['a', 'b', 'c', 'd']),
    log: { info: () => undefined, debug: () => undefined, warn: (text) => warnings.push(text) },
    run: (job, report, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new CoraError('ABORTED', 'stopped')), { once: true });
        begun.push({ job, report, signal, finish: (result = RESULT) => resolve(result), fail: reject });
      }),
  });
  opened.push(queue);
  return { queue, begun, warnings };
}

const full = (repoId: string) => ({ repoId, kind: 'full' as const, targetPath: null });
const bookOf = (home: string) => JSON.parse(readFileSync(join(home, 'state', 'jobs.json'), 'utf8')) as JobBook;
const states = (queue: JobQueue) => queue.list().map(({ repoId, status }) => `${repoId} ${status}`);

it('does jobs in order, one of a repository and two in all, and keeps what they came to', async () => {
  const { queue, begun } = await queueAt(tempDir());
  for (const repoId of ['a', 'b', 'c']) await queue.add(full(repoId));
  await queue.add({ ...full('a'), kind: 'incremental' });
  expect(states(queue)).toEqual(['a pending', 'c pending', 'b processing', 'a processing']);
  begun[1]!.fail(new CoraError('GIT', 'no such file https://user:secret@host/x', { hint: 'cora doctor' }));
  await eventually(() => expect(begun).toHaveLength(3));
  expect(begun[2]!.job.repoId).toBe('c');
  begun[0]!.finish();
  await eventually(() => expect(begun).toHaveLength(4));
  expect(begun[3]!.job).toMatchObject({ repoId: 'a', kind: 'incremental' });
  const [, , failed, completed] = queue.list();
  expect(failed).toMatchObject({ status: 'failed', result: null });
  expect(failed!.error).toMatch(/^no such file https:\/\/.*host\/x\. cora doctor$/);
  expect(failed!.error).not.toContain('secret');
  expect(completed).toMatchObject({ status: 'completed', result: RESULT, error: null, attempts: 1 });
  expect(queue.list('a').map(({ kind }) => kind)).toEqual(['incremental', 'full']);
});

it('shares its jobs with a second process: each is begun once, and both see how it goes', async () => {
  const home = tempDir();
  const one = await queueAt(home);
  const two = await queueAt(home);
  await Promise.all(
    ['a', 'b', 'c', 'd'].flatMap((repoId) => [
      one.queue.add(full(repoId)),
      two.queue.add({ ...full(repoId), kind: 'incremental' }),
    ]),
  );
  const begun = () => [...one.begun, ...two.begun];
  await eventually(() => expect(begun()).toHaveLength(2));
  begun()[0]!.report({ phase: 'Indexing', done: 7, total: 9 });
  const other = one.begun[0] === begun()[0] ? two.queue : one.queue;
  await eventually(() =>
    expect(other.get(begun()[0]!.job.id)!.progress).toEqual({ phase: 'Indexing', done: 7, total: 9 }),
  );
  for (let done = 0; done < 8; done++) {
    await eventually(() => expect(begun().length).toBeGreaterThan(done));
    const running = one.queue.list().filter(({ status }) => status === 'processing');
    expect(running.length).toBeLessThanOrEqual(2);
    expect(new Set(running.map(({ repoId }) => repoId)).size).toBe(running.length);
    const next = begun().find(({ job }) => running.some(({ id }) => id === job.id))!;
    next.finish();
    await eventually(() => {
      for (const { queue } of [one, two]) expect(queue.get(next.job.id)!.status).toBe('completed');
    });
  }
  expect(begun()).toHaveLength(8);
  expect(new Set(begun().map(({ job }) => job.id)).size).toBe(8);
});

it('tells who watches: what is there, each step, the end, and what another process does', async () => {
  const home = tempDir();
  const { queue, begun } = await queueAt(home);
  const other = await queueAt(home);
  const first = await queue.add(full('a'));
  const stop = new AbortController();
  const seen: string[] = [];
  const watch = async (from: JobQueue, repoId: string | undefined, into: string[]) => {
    for await (const job of from.watch(repoId, stop.signal))
      into.push(`${job.repoId} ${job.status} ${job.progress?.done ?? '-'}`);
  };
  const elsewhere: string[] = [];
  const ended = Promise.all([watch(queue, 'a', seen), watch(other.queue, undefined, elsewhere)]);
  await eventually(() => expect(seen).toEqual(['a processing -']));
  begun[0]!.report({ phase: 'Indexing', done: 1, total: 2 });
  await eventually(() => expect(seen).toEqual(['a processing -', 'a processing 1']));
  await queue.add(full('b'));
  begun[0]!.finish();
  await eventually(() => expect(seen.at(-1)).toBe('a completed -'));
  await eventually(() => expect(elsewhere).toEqual(expect.arrayContaining(['a completed -', 'b processing -'])));
  expect(seen.filter((line) => line.startsWith('b'))).toEqual([]);
  // Of what changes faster than it is read, the last state is kept.
  const slow = queue.watch('b', stop.signal)[Symbol.asyncIterator]();
  expect((await slow.next()).value).toMatchObject({ repoId: 'b', progress: null });
  for (let done = 1; done <= 50; done++) begun[1]!.report({ phase: 'Indexing', done, total: 50 });
  expect((await slow.next()).value).toMatchObject({ progress: { done: 50 } });
  stop.abort();
  await ended;
  expect((await slow.next()).done).toBe(true);
  expect(first.status).toBe('processing');
});

it('tells hundreds, each until it leaves or the queue is closed, and that costs the process nothing', async () => {
  const warnings: Error[] = [];
  const warned = (warning: Error): void => void warnings.push(warning);
  process.on('warning', warned);
  const { queue, begun } = await queueAt(tempDir());
  await queue.add(full('a'));
  const collect = async (repoId: string, { signal }: AbortController) => {
    const told: (number | string)[] = [];
    for await (const { progress, status } of queue.watch(repoId, signal)) told.push(progress?.done ?? status);
    return told;
  };
  const controllers = () => Array.from({ length: 50 }, () => new AbortController());
  const leaving = controllers();
  const left = leaving.map((one) => collect('a', one));
  const stayed = controllers().map((one) => collect('a', one));
  const others = collect('b', new AbortController());
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const report = (done: number) => begun[0]!.report({ phase: 'Indexing', done, total: 9 });
  await settle();
  report(1);
  await settle();
  for (const controller of leaving) controller.abort();
  report(2);
  report(3);
  await settle();
  await queue.forget('a');
  await settle();
  await queue.close();
  expect(new Set((await Promise.all(left)).map(String))).toEqual(new Set(['processing,1']));
  expect(new Set((await Promise.all(stayed)).map(String))).toEqual(new Set(['processing,1,3,failed']));
  expect(await others).toEqual([]);
  await settle();
  process.off('warning', warned);
  expect(warnings).toEqual([]);
});

it('leaves what runs to the next process when it is closed, and that one does it', async () => {
  const home = tempDir();
  const one = await queueAt(home);
  const { id } = await one.queue.add(full('a'));
  await one.queue.close();
  expect(one.begun[0]!.signal.aborted).toBe(true);
  expect(bookOf(home).jobs).toMatchObject([{ id, status: 'pending', attempts: 0, owner: null }]);
  const two = await queueAt(home);
  two.begun[0]!.finish();
  await eventually(() => expect(two.queue.get(id)).toMatchObject({ status: 'completed', attempts: 1 }));
});

/** As a killed process leaves it. */
function leaveRunning(home: string, owner: Partial<NonNullable<JobBook['jobs'][number]['owner']>>): void {
  const book = bookOf(home);
  const dead = { token: 'dead', pid: 2 ** 22 + 1, host: hostname(), started: null, seen: new Date().toISOString() };
  Object.assign(book.jobs[0]!, { status: 'processing', attempts: 1, owner: { ...dead, ...owner } });
  writeFileSync(join(home, 'state', 'jobs.json'), JSON.stringify(book));
}

it.each([
  ['is dead', {}],
  ['is of another machine and gives no sign', { host: 'elsewhere', pid: 1, seen: '2026-01-01T00:00:00.000Z' }],
  ['has a number that another one has now', { pid: process.pid, started: 'boot:1' }],
])('takes over what a process left that %s', async (_, owner) => {
  const home = tempDir();
  const one = await queueAt(home);
  const { id } = await one.queue.add(full('a'));
  await one.queue.close();
  leaveRunning(home, owner);
  const { queue, begun, warnings } = await queueAt(home);
  expect(begun[0]!.job).toMatchObject({ id, attempts: 2 });
  expect(warnings).toEqual([expect.stringMatching(/of a belonged to a process that is gone. It is now pending/)]);
  begun[0]!.finish();
  await eventually(() => expect(queue.get(id)).toMatchObject({ status: 'completed' }));
});

it('lets a living process of another machine do its job, and stops its own when another took it for dead', async () => {
  const home = tempDir();
  const one = await queueAt(home);
  const { id } = await one.queue.add(full('a'));
  leaveRunning(home, { host: 'elsewhere' });
  await eventually(() => expect(one.begun[0]!.signal.aborted).toBe(true));
  await sleep(100);
  expect(one.queue.get(id)).toMatchObject({ status: 'processing' });
  expect(one.begun).toHaveLength(1);
});

it('cancels and forgets, here and in another process', async () => {
  const home = tempDir();
  const one = await queueAt(home);
  const running = await one.queue.add(full('a'));
  const pending = await one.queue.add({ ...full('a'), kind: 'incremental' });
  const two = await queueAt(home);
  expect(await one.queue.cancel(pending.id)).toMatchObject({ status: 'failed', error: 'Cancelled.' });
  await two.queue.cancel(running.id);
  await eventually(() => expect(two.queue.get(running.id)).toMatchObject({ status: 'failed', error: 'Cancelled.' }));
  expect(await one.queue.cancel('none')).toBeNull();

  const waiting = await two.queue.add(full('b'));
  const { signal } = new AbortController();
  const ends = [one, two].map(({ queue }) => queue.endOf(waiting, signal));
  await eventually(() => expect(one.queue.get(waiting.id)).toMatchObject({ status: 'processing' }));
  await one.queue.forget('b');
  expect(two.begun.at(-1)!.signal.aborted).toBe(true);
  expect(one.queue.get(waiting.id)).toBeNull();
  const removed = { status: 'failed', error: 'Its repository was removed.' };
  expect(await Promise.all(ends)).toMatchObject([removed, removed]);
});

it('puts a broken file aside, and refuses one of a newer Cora', async () => {
  const home = tempDir();
  const { queue } = await queueAt(home);
  await queue.add(full('a'));
  await queue.close();
  const file = join(home, 'state', 'jobs.json');
  writeFileSync(file, '{"version":1,"jobs":[{"id":7}]}');
  const { queue: next, warnings } = await queueAt(home);
  expect(next.list()).toEqual([]);
  expect(warnings).toEqual([expect.stringMatching(/is not a list of jobs\. It is kept as .*jobs\.json\.broken-\d+/)]);
  const aside = readdirSync(join(home, 'state')).find((name) => name.startsWith('jobs.json.broken-'))!;
  expect(readFileSync(join(home, 'state', aside), 'utf8')).toContain('"id":7');
  writeFileSync(file, '{"version":2}');
  await expect(queueAt(home)).rejects.toMatchObject({ code: 'INCOMPATIBLE_INDEX' });
  expect(readFileSync(file, 'utf8')).toBe('{"version":2}');
});

it.each([{ owner: undefined }, { owner: 5 }, { createdAt: 7 }, { kind: null }, { completedAt: 1 }, { progress: 'x' }])(
  'puts a file aside whose job has %j',
  async (odd) => {
    const home = tempDir();
    const { queue } = await queueAt(home);
    await queue.add(full('a'));
    await queue.close();
    const { jobs } = bookOf(home);
    writeFileSync(
      join(home, 'state', 'jobs.json'),
      JSON.stringify({ version: 1, jobs: [{ ...jobs[0], status: 'processing', ...odd }] }),
    );
    const { queue: next, warnings } = await queueAt(home);
    expect([next.list(), warnings.length]).toEqual([[], 1]);
  },
);
