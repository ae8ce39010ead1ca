/** Runs of bytes keep their numbers apart, however many there are, alike or long. */

import { expect, it } from 'vitest';
import { BASIS, ByteTable, hashOfRun } from '../../../src/share/pull/byteTable.ts';

const WIDTH = 4;

it('numbers runs in the order in which they come', () => {
  const table = new ByteTable(WIDTH);
  const texts = Array.from({ length: 200_000 }, (_, at) => Buffer.from(`run ${at}`));
  const find = (bytes: Buffer): number => table.find(bytes, 0, bytes.length, hashOfRun(bytes, 0, bytes.length));
  expect(texts.every((bytes, at) => find(bytes) === at * WIDTH)).toBe(true);
  expect(texts.every((bytes, at) => find(bytes) === at * WIDTH && table.bytesOf(at * WIDTH).equals(bytes))).toBe(true);
  expect(table.size).toBe(texts.length);
});

it('tells runs apart that share their hashes', () => {
  const table = new ByteTable(WIDTH);
  const bytes = Buffer.from('one two one twos');
  const places: [from: number, to: number][] = [
    ...([
      [0, 3],
      [4, 7],
      [8, 11],
      [12, 15],
      [12, 16],
      [0, 0],
    ] as [number, number][]),
  ];
  expect(places.map(([from, to]) => table.find(bytes, from, to, BASIS) / WIDTH)).toEqual([0, 1, 0, 1, 2, 3]);
});

it('takes runs of a million bytes', () => {
  const table = new ByteTable(WIDTH);
  const long = Buffer.alloc(2 ** 20 + 1, 'a');
  expect(table.find(long, 0, 2 ** 20, 7)).toBe(0);
  expect(table.find(long, 1, 2 ** 20 + 1, 7)).toBe(0);
  expect(table.find(long, 0, 2 ** 20 + 1, 7)).toBe(WIDTH);
  expect(table.bytesOf(WIDTH)).toHaveLength(2 ** 20 + 1);
  expect(table.length).toBe(2 ** 21 + 1);
});
