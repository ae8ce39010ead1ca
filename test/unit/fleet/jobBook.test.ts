/** The states of index jobs: whatever servers do and whenever they die, no job is lost and no repository has two at once. */

import { describe, expect, it } from 'vitest';
import {
  addJob,
  CANCELLED,
  cancelJob,
  claimJobs,
  JOBS_AT_ONCE,
  type Job,
  type JobBook,
  type JobOwner,
  type JobResult,
  MOST_ATTEMPTS,
  MOST_FINISHED,
  MOST_PENDING,
  type Outcome,
  reclaimJobs,
  type StoredJob,
  settleJob,
} from '../../../src/fleet/jobQueue.ts';
import fc from '../../helpers/fastCheck.ts';

const RESULT: JobResult = {
  commit: 'c',
  files: 1,
  chunks: 2,
  computed: 1,
  embedded: 2,
  reused: 0,
  fileChunks: null,
};

function owner(token: string, seen = '2026-01-01T00:00:00.000Z'): JobOwner {
  return { token, pid: 1, host: 'here', started: null, seen };
}

function at(second: number): string {
  return new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
}

function bookWith(...repoIds: string[]): JobBook {
  const book: JobBook = { version: 1, jobs: [] };
  for (const [i, repoId] of repoIds.entries())
    addJob(book, { repoId, kind: 'file', targetPath: `f${i}` }, `${i}`, at(i));
  return book;
}

const OUTCOMES = {
  stop: 'stopped',
  fail: { status: 'failed', error: 'x' },
  finish: { status: 'completed', result: RESULT },
} as const satisfies Record<string, Outcome>;

const ownOf = ({ jobs }: JobBook, token: string) => jobs.filter(({ owner: held }) => held?.token === token);
const jobOf = ({ jobs }: JobBook, id: string) => jobs.find((job) => job.id === id)!;

/** @returns the ids of those that the owner has now and had not before */
function claim(book: JobBook, by: JobOwner): string[] {
  const before = ownOf(book, by.token);
  claimJobs(book, by, () => true);
  return ownOf(book, by.token).flatMap((job) => (before.includes(job) ? [] : [job.id]));
}

const settle = (book: JobBook, id: string, outcome: Outcome, now: string) =>
  settleJob(book, jobOf(book, id), outcome, now);
const cancel = (book: JobBook, id: string, now: string) => cancelJob(book, jobOf(book, id), CANCELLED, now);

const statesOf = (book: JobBook) => book.jobs.map(({ id, status }) => `${id} ${status}`);

describe('a job', () => {
  it('is begun, done and remembered', () => {
    const book = bookWith('a');
    expect(claim(book, owner('one', at(5)))).toEqual(['0']);
    expect(book.jobs[0]).toMatchObject({ startedAt: at(5), attempts: 1 });
    settle(book, '0', { status: 'completed', result: RESULT }, at(9));
    expect(book.jobs[0]).toEqual({
      id: '0',
      repoId: 'a',
      kind: 'file',
      targetPath: 'f0',
      status: 'completed',
      createdAt: at(0),
      startedAt: at(5),
      completedAt: at(9),
      progress: null,
      result: RESULT,
      error: null,
      attempts: 1,
      owner: null,
      ending: null,
    });
  });

  it('is not asked for twice while it waits, and is once it runs', () => {
    const book = bookWith();
    const request = { repoId: 'a', kind: 'full' as const, targetPath: null };
    expect(addJob(book, request, '1', at(0)).id).toBe('1');
    expect(addJob(book, request, '2', at(0)).id).toBe('1');
    expect(addJob(book, { ...request, kind: 'incremental' }, '3', at(0)).id).toBe('3');
    claim(book, owner('one'));
    expect(addJob(book, request, '4', at(0)).id).toBe('4');
    expect(statesOf(book)).toEqual(['1 processing', '3 pending', '4 pending']);
  });

  it('whose process dies is done by another one, and given up the third time', () => {
    const book = bookWith('a');
    for (let death = 1; death < MOST_ATTEMPTS; death++) {
      claim(book, owner(`p${death}`));
      reclaimJobs(book, () => true, at(death));
      expect(book.jobs[0]).toMatchObject({ status: 'pending', owner: null, startedAt: null, attempts: death });
    }
    claim(book, owner('last'));
    reclaimJobs(book, () => true, at(9));
    expect(book.jobs[0]).toMatchObject({ status: 'failed', completedAt: at(9), attempts: MOST_ATTEMPTS });
    expect(book.jobs[0]!.error).toMatch(/ended over it 3 times: killed, or out of memory/);
  });

  it('that was stopped in order does not count as begun', () => {
    const book = bookWith('a');
    for (let round = 0; round < 5; round++) {
      claim(book, owner('one'));
      settle(book, '0', 'stopped', at(round));
      expect(book.jobs[0]).toMatchObject({ status: 'pending', attempts: 0, owner: null });
    }
  });

  it("that another process took over is not the first one's any more", () => {
    const book = bookWith('a');
    claim(book, owner('slow'));
    reclaimJobs(book, () => true, at(1));
    expect(ownOf(book, 'slow')).toEqual([]);
    claim(book, owner('fast'));
    expect(ownOf(book, 'slow')).toEqual([]);
    expect(book.jobs[0]).toMatchObject({ status: 'processing', owner: { token: 'fast' } });
  });

  it('is cancelled while it waits, and when its process has ended it while it runs', () => {
    const book = bookWith('a', 'a');
    claim(book, owner('one'));
    cancel(book, '1', at(3));
    expect(jobOf(book, '1')).toMatchObject({ status: 'failed', error: CANCELLED });
    cancel(book, '0', at(3));
    expect(jobOf(book, '0')).toMatchObject({ status: 'processing', ending: CANCELLED });
    settle(book, '0', 'stopped', at(4));
    expect(book.jobs[0]).toMatchObject({ status: 'failed', error: CANCELLED, completedAt: at(4) });
    cancel(book, '0', at(9));
    expect(jobOf(book, '0')).toMatchObject({ completedAt: at(4) });
  });

  it('that was cancelled and whose process died is not begun again', () => {
    const book = bookWith('a');
    claim(book, owner('one'));
    cancel(book, '0', at(3));
    reclaimJobs(book, () => true, at(5));
    expect(book.jobs[0]).toMatchObject({ status: 'failed', error: CANCELLED });
  });
});

describe('the book', () => {
  it('lets the oldest of each repository run, two in all', () => {
    const book = bookWith('a', 'a', 'b', 'c');
    expect(claim(book, owner('one'))).toEqual(['0', '2']);
    expect(claim(book, owner('two'))).toEqual([]);
    settle(book, '2', { status: 'failed', error: 'x' }, at(9));
    expect(claim(book, owner('two'))).toEqual(['3']);
  });

  it('forgets the oldest of many finished ones, never the one that has just ended', () => {
    const book = bookWith(...Array.from({ length: MOST_FINISHED + 2 }, (_, i) => `r${i}`));
    for (let i = MOST_FINISHED + 1; i >= 0; i--) cancel(book, `${i}`, at(1000 - i));
    expect(book.jobs).toHaveLength(MOST_FINISHED);
    expect(book.jobs[0]!.id).toBe('0');
  });

  it('has an end', () => {
    const book = bookWith(...Array.from({ length: MOST_PENDING }, () => 'a'));
    expect(() => addJob(book, { repoId: 'a', kind: 'full', targetPath: null }, 'x', at(0))).toThrow(/wait already/);
  });
});

type Step =
  | { do: 'add'; repo: string; kind: Job['kind'] }
  | { do: 'claim' | 'crash' | 'stop' | 'reclaim'; by: number }
  | { do: 'finish' | 'fail'; by: number }
  | { do: 'cancel'; job: number };

const repo = fc.constantFrom('a', 'b', 'c');
const by = fc.nat(2);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), repo, kind: fc.constantFrom('full', 'file') }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('claim', 'claim', 'reclaim', 'finish', 'fail', 'crash', 'stop'),
      by,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), job: fc.nat(10) }) },
);

it('never loses a job and never runs two of one repository, in any order of events', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let book: JobBook = { version: 1, jobs: [] };
      /** Lives of three processes: a token that is not there any more is a process that died. */
      const lives = [0, 0, 0];
      const tokenOf = (process: number) => `${process}.${lives[process]}`;
      const isLost = ({ owner: held }: StoredJob) => ![0, 1, 2].some((process) => tokenOf(process) === held?.token);
      const expected = new Map<string, string>();
      let clock = 0;
      for (const one of steps) {
        clock += 1;
        const now = at(clock);
        if (one.do === 'add') {
          const request = { repoId: one.repo, kind: one.kind, targetPath: null };
          expected.set(addJob(book, request, `job${clock}`, now).id, one.repo);
        } else if (one.do === 'claim') claim(book, owner(tokenOf(one.by), now));
        else if (one.do === 'reclaim') reclaimJobs(book, isLost, now);
        else if (one.do === 'crash') lives[one.by]! += 1;
        else if (one.do === 'cancel') {
          const id = [...expected.keys()][one.job];
          if (id !== undefined) cancel(book, id, now);
        } else {
          const [own] = ownOf(book, tokenOf(one.by));
          if (own !== undefined) settleJob(book, own, OUTCOMES[one.do], now);
        }
        // As it would come back from the disk.
        book = JSON.parse(JSON.stringify(book)) as JobBook;
        check(book, expected);
      }
      for (
        let round = 0;
        round < steps.length * 2 && book.jobs.some(({ completedAt }) => completedAt === null);
        round++
      ) {
        reclaimJobs(book, ({ owner: held }) => held?.token !== 'survivor', at(clock + round));
        for (const id of claim(book, owner('survivor')))
          settle(book, id, { status: 'completed', result: RESULT }, at(clock + round));
        check(book, expected);
      }
      expect(book.jobs.filter(({ completedAt }) => completedAt === null)).toEqual([]);
      expect(book.jobs.map(({ id }) => id).sort()).toEqual([...expected.keys()].sort());
    }),
    { numRuns: 500 },
  );
});

function check(book: JobBook, expected: ReadonlyMap<string, string>): void {
  const ids = book.jobs.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of expected.keys()) expect(ids).toContain(id);
  const running = book.jobs.filter(({ status }) => status === 'processing');
  expect(running.length).toBeLessThanOrEqual(JOBS_AT_ONCE);
  expect(new Set(running.map(({ repoId }) => repoId)).size).toBe(running.length);
  for (const { status, owner: held, attempts, result, error, completedAt } of book.jobs) {
    expect(held !== null).toBe(status === 'processing');
    expect(result !== null).toBe(status === 'completed');
    expect(error !== null).toBe(status === 'failed');
    expect(completedAt !== null).toBe(status === 'completed' || status === 'failed');
    expect(attempts).toBeLessThanOrEqual(MOST_ATTEMPTS);
  }
}
