import { describe, expect, it } from 'vitest';
import { PAGE, PagedRanges, PagesInMemory } from '../../../src/engine/pagedRanges.ts';

const MB = 2 ** 20;

/** Bytes that lie far away, and who asks for which of them. */
function far(size: number) {
  const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8)) % 251);
  const asked: [from: number, to: number][] = [];
  const fetch = async (from: number, to: number): Promise<Uint8Array> => {
    asked.push([from, to]);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 2));
    running -= 1;
    return bytes.slice(from, to);
  };
  let running = 0;
  let most = 0;
  return { bytes, asked, fetch, mostAtOnce: () => most };
}

describe('bytes that lie far away', () => {
  it('are those that were asked for, at any place', async () => {
    const { bytes, fetch } = far(5 * PAGE + 77);
    const ranges = new PagedRanges(bytes.length, fetch);
    const places: [number, number][] = [
      ...([
        [0, 1],
        [0, bytes.length],
        [PAGE - 1, 2],
        [PAGE, PAGE],
        [3 * PAGE + 5, 0],
      ] as [number, number][]),
      [bytes.length - 3, 3],
      [bytes.length, 0],
    ];
    const found = await ranges.readMany(places);
    for (const [at, [offset, length]] of places.entries())
      expect(found[at]).toEqual(bytes.slice(offset, offset + length));
    const target = new Uint8Array(100);
    await ranges.readInto(2 * PAGE - 50, target);
    expect(target).toEqual(bytes.slice(2 * PAGE - 50, 2 * PAGE + 50));
  });

  it('come once, whoever asks again', async () => {
    const { bytes, asked, fetch } = far(10 * PAGE);
    const ranges = new PagedRanges(bytes.length, fetch);
    await ranges.read(100, 200);
    expect(asked).toEqual([[0, PAGE]]);
    await ranges.readMany([
      [0, PAGE],
      [50, 60],
    ]);
    expect(asked).toHaveLength(1);
    expect(ranges.far.missing(0, PAGE)).toBe(0);
    expect(ranges.far.missing(0, PAGE + 1)).toBe(PAGE);
  });

  it('come together where they lie near, and apart where the way between is long', async () => {
    const { bytes, asked, fetch } = far(40 * PAGE);
    const ranges = new PagedRanges(bytes.length, fetch, { gap: 2 * PAGE });
    await ranges.readMany([
      [20 * PAGE, 5],
      [0, 5],
      [3 * PAGE, 5],
      [7 * PAGE, 5],
    ]);
    expect(asked).toEqual([
      [0, 4 * PAGE],
      [7 * PAGE, 8 * PAGE],
      [20 * PAGE, 21 * PAGE],
    ]);
    expect(ranges.far.missing(PAGE, 2 * PAGE)).toBe(0);
  });

  it('come in fewer requests where there would be more than run at the same time', async () => {
    const { bytes, asked, fetch } = far(40 * PAGE);
    const ranges = new PagedRanges(bytes.length, fetch, { gap: PAGE, parallel: 2 });
    const page = (at: number): [number, number] => [at * PAGE, 5];
    await ranges.readMany([page(0), page(3), page(6), page(20)]);
    expect(asked).toEqual([
      [0, 7 * PAGE],
      [20 * PAGE, 21 * PAGE],
    ]);
  });

  it('of several who ask at the same moment come in one round', async () => {
    const { bytes, asked, fetch } = far(40 * PAGE);
    const ranges = new PagedRanges(bytes.length, fetch, { gap: PAGE });
    const [first, second, third] = await Promise.all([
      ranges.read(0, 10),
      ranges.read(PAGE, 10),
      Promise.resolve().then(() => ranges.read(PAGE + 5, 10)),
    ]);
    expect(asked).toEqual([[0, 2 * PAGE]]);
    expect([first, second, third]).toEqual([
      bytes.slice(0, 10),
      bytes.slice(PAGE, PAGE + 10),
      bytes.slice(PAGE + 5, PAGE + 15),
    ]);
  });

  it('that are on their way are waited for and not asked for again', async () => {
    const { bytes, asked, fetch } = far(8 * PAGE);
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const ranges = new PagedRanges(bytes.length, (from, to) => held.then(() => fetch(from, to)), { gap: 8 * PAGE });
    const first = ranges.read(2 * PAGE, PAGE);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const second = ranges.read(0, 4 * PAGE);
    await new Promise((resolve) => setTimeout(resolve, 20));
    letGo();
    expect(await second).toEqual(bytes.slice(0, 4 * PAGE));
    await first;
    expect(asked.sort(([a], [b]) => a - b)).toEqual([
      [0, 2 * PAGE],
      [2 * PAGE, 3 * PAGE],
      [3 * PAGE, 4 * PAGE],
    ]);
  });

  it('that are many come in pieces, a few at a time', async () => {
    const { bytes, asked, fetch, mostAtOnce } = far(9 * MB);
    const ranges = new PagedRanges(bytes.length, fetch, { parallel: 2 });
    expect(Buffer.compare(await ranges.read(0, bytes.length), bytes)).toBe(0);
    expect(asked).toEqual([
      [0, 4 * MB],
      [4 * MB, 8 * MB],
      [8 * MB, 9 * MB],
    ]);
    expect(mostAtOnce()).toBe(2);
  });

  it('are asked for again after a failure, which all who wait for them see', async () => {
    const { bytes, fetch } = far(4 * PAGE);
    let isBroken = true;
    const ranges = new PagedRanges(bytes.length, (from, to) =>
      isBroken ? Promise.reject(new Error('cut')) : fetch(from, to),
    );
    const both = await Promise.allSettled([ranges.read(0, 10), ranges.read(5, 10)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isBroken = false;
    expect(await ranges.read(0, 10)).toEqual(bytes.slice(0, 10));
  });

  it('outside of the file are refused, and a source that brings another number too', async () => {
    const { bytes, asked, fetch } = far(2 * PAGE);
    const ranges = new PagedRanges(bytes.length, fetch);
    for (const [offset, length] of [
      [-1, 2],
      [0, -1],
      [2 * PAGE, 1],
      [0, Number.NaN],
    ] as const)
      await expect(ranges.read(offset, length)).rejects.toMatchObject({ code: 'BROKEN_INDEX' });
    expect(asked).toEqual([]);
    const lying = new PagedRanges(bytes.length, async () => bytes.slice(0, 5));
    await expect(lying.read(0, 10)).rejects.toMatchObject({ code: 'BROKEN_INDEX' });
  });

  it('that were kept and are damaged come again', async () => {
    const { bytes, asked, fetch } = far(2 * PAGE);
    const kept = new PagesInMemory();
    let isDamaged = false;
    const damagedOnce = {
      has: (page: number) => !isDamaged && kept.has(page),
      read: async (from: number, to: number) => (isDamaged ? null : kept.read(from, to)),
      keep: async (offset: number, some: Uint8Array) => {
        isDamaged = false;
        await kept.keep(offset, some);
      },
      close: () => kept.close(),
    };
    const ranges = new PagedRanges(bytes.length, fetch, { kept: damagedOnce });
    await ranges.read(0, 10);
    isDamaged = true;
    expect(await ranges.read(0, 10)).toEqual(bytes.slice(0, 10));
    expect(asked).toHaveLength(2);
  });

  it('are not asked for any more once it is closed', async () => {
    const { bytes, fetch } = far(4 * PAGE);
    const signals: AbortSignal[] = [];
    const ranges = new PagedRanges(bytes.length, (from, to, signal) => {
      signals.push(signal);
      return fetch(from, to);
    });
    const reading = ranges.read(0, 10);
    reading.catch(() => undefined);
    await expect.poll(() => signals.length).toBe(1);
    ranges.close();
    expect(signals[0]!.aborted).toBe(true);
    await expect(ranges.read(3 * PAGE, 1)).rejects.toThrow();
  });
});
