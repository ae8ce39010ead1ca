/** Turns: who works, who waits, who is sent away. */

import { describe, expect, it } from 'vitest';
import { HttpError } from '../../../src/server/errors.ts';
import { Slots } from '../../../src/server/liveRequests.ts';

const { signal } = new AbortController();

describe('Slots', () => {
  it('gives turns in the order of arrival, and each place back once', async () => {
    const slots = new Slots({ running: () => 1, waiting: 2 });
    const order: string[] = [];
    const leave = await slots.take(signal);
    const waiting = ['a', 'b'].map((name) => slots.use(signal, async () => void order.push(name)));
    expect([slots.running, slots.waiting]).toEqual([1, 2]);
    leave();
    leave();
    await Promise.all(waiting);
    expect(order).toEqual(['a', 'b']);
    expect([slots.running, slots.waiting]).toEqual([0, 0]);
  });

  it('sends away who finds the line full, and says when to come again', async () => {
    const slots = new Slots({ running: () => 1, waiting: 0 });
    await slots.take(signal);
    const refused = await slots.take(signal).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(HttpError);
    expect(refused).toMatchObject({ status: 429, code: 'BUSY', headers: { 'Retry-After': '1' } });
  });

  it('drops who is gone before its turn, and frees the place of who fails', async () => {
    const slots = new Slots({ running: () => 1, waiting: 5 });
    const stop = new AbortController();
    const leave = await slots.take(signal);
    const gone = slots.take(stop.signal);
    stop.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    expect(slots.waiting).toBe(0);
    leave();
    await expect(slots.use(signal, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(slots.running).toBe(0);
    await expect(slots.take(stop.signal)).rejects.toThrow('gone');
    expect(slots.running).toBe(0);
  });

  it('follows a bound that grows and shrinks while requests wait', async () => {
    let most = 1;
    const slots = new Slots({ running: () => most, waiting: 5 });
    const leave = await slots.take(signal);
    const waiting = ['a', 'b', 'c'].map(() => slots.take(signal));
    most = 2;
    leave();
    const left = await Promise.all(waiting.slice(0, 2));
    expect([slots.running, slots.waiting]).toEqual([2, 1]);
    most = 1;
    left[0]!();
    expect([slots.running, slots.waiting]).toEqual([1, 1]);
    left[1]!();
    (await waiting[2]!)();
    expect([slots.running, slots.waiting]).toEqual([0, 0]);
  });
});
