import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Bell } from '../../../src/freshness/watch.ts';

const PACE = { quiet: 20, longest: 200 };
const never = () => new AbortController().signal;

/** What the answer is within a while; null where there is none. */
const soon = (answer: Promise<boolean>) => Promise.race([answer, sleep(300, null)]);

describe('a bell', () => {
  it('answers a burst once', async () => {
    const bell = new Bell(PACE);
    for (let at = 0; at < 100; at++) bell.ring();
    expect(await bell.next(never())).toBe(true);
    expect(await soon(bell.next(never()))).toBe(null);
  });

  it('wakes who waits already', async () => {
    const bell = new Bell(PACE);
    const answer = bell.next(never());
    bell.ring();
    expect(await answer).toBe(true);
  });

  it('remembers what rang while an answer was worked on', async () => {
    const bell = new Bell(PACE);
    bell.ring();
    await bell.next(never());
    bell.ring();
    expect(await bell.next(never())).toBe(true);
  });

  it('waits while it goes on ringing, but not for ever', async () => {
    const bell = new Bell({ quiet: 50, longest: 600 });
    let rings = 0;
    const storm = setInterval(() => {
      rings += 1;
      bell.ring();
    }, 2);
    bell.ring();
    expect(await bell.next(never())).toBe(true);
    expect(rings).toBeGreaterThan(3);
    clearInterval(storm);
  });

  it('ends with the signal, before it rang and after', async () => {
    const bell = new Bell({ quiet: 60_000, longest: 60_000 });
    const first = new AbortController();
    const before = bell.next(first.signal);
    first.abort();
    expect(await before).toBe(false);
    bell.ring();
    const second = new AbortController();
    const after = bell.next(second.signal);
    second.abort();
    expect(await after).toBe(false);
    expect(await bell.next(second.signal)).toBe(false);
  });
});
