/** Whoever waits for LanceDB does not wait for ever. */

import { afterEach, expect, it, vi } from 'vitest';
import { unlessSilent } from '../../../src/store/openTable.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('gives the answer, and what went wrong, and leaves no timer', async () => {
  vi.useFakeTimers();
  expect(await unlessSilent(Promise.resolve(7))).toBe(7);
  await expect(unlessSilent(Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(vi.getTimerCount()).toBe(0);
});

it('says after two minutes that nothing comes', async () => {
  vi.useFakeTimers();
  const waiting = expect(unlessSilent(new Promise(() => undefined))).rejects.toMatchObject({
    code: 'BROKEN_INDEX',
    hint: 'run: cora doctor --fix',
  });
  await vi.advanceTimersByTimeAsync(120_000);
  await waiting;
});
