/** A pull reads the contents that it proves a few at a time: git must never wait for it, nor it for git. */

import { expect, it } from 'vitest';
import { readAhead } from '../../../src/share/pull/checkBlock.ts';

const WANTED = Array.from({ length: 40 }, (_, at) => (at % 7 === 3 ? null : `blob${at}`));

function recordedReads() {
  const asked: string[][] = [];
  const read = async (blobs: readonly string[]) => {
    asked.push([...blobs]);
    return new Map(blobs.filter((blob) => blob !== 'blob5').map((blob) => [blob, Buffer.from(blob)]));
  };
  return { asked, read };
}

it('asks for the next contents before it gives any of these', async () => {
  const { asked, read } = recordedReads();
  const contents = readAhead(WANTED, read);
  await contents.next();
  expect(asked).toHaveLength(2);
  for (let given = 1; given <= 16; given++) await contents.next();
  expect(asked).toHaveLength(3);
});

it('gives one after the other, and nothing for what is not there or not wanted', async () => {
  const { asked, read } = recordedReads();
  const given: (string | undefined)[] = [];
  for await (const content of readAhead(WANTED, read)) given.push(content && Buffer.from(content).toString());
  expect(given).toEqual(WANTED.map((blob) => (blob === null || blob === 'blob5' ? undefined : blob)));
  expect(asked.flat()).toEqual(WANTED.filter((blob) => blob !== null));
});

it('fails as reading does, also where it read ahead', async () => {
  let reads = 0;
  const contents = readAhead(WANTED, async () => {
    reads += 1;
    if (reads === 2) throw new Error('git ended');
    return new Map();
  });
  for (let given = 0; given < 16; given++) await contents.next();
  await expect(contents.next()).rejects.toThrow('git ended');
});
