/** One git process for many reads, also in a partial clone, where it may neither fetch nor end a read that asks for too much. */

import { afterEach, describe, expect, test } from 'vitest';
import { type BlobReader, openBlobReader } from '../../../src/git/openBlobReader.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

let reader: BlobReader | null = null;

afterEach(() => {
  reader?.close();
  reader = null;
});

async function open(temp: TempRepo): Promise<BlobReader> {
  reader = openBlobReader(await openRepository(temp.dir, temp.env));
  return reader;
}

async function texts(from: BlobReader, blobs: readonly string[]): Promise<[string, string][]> {
  return [...(await from.read(blobs))].map(([blob, bytes]) => [blob, Buffer.from(bytes).toString()]);
}

const MISSING = `${'0'.repeat(39)}1`;

describe('openBlobReader', () => {
  test('answers several reads, started before the first or with it', async () => {
    const temp = tempRepo();
    const [one, two] = ['one\n', 'two\n'].map((text) => temp.gitInput(text, 'hash-object', '-w', '--stdin'));
    const blobs = await open(temp);
    expect(await texts(blobs, [one!, MISSING, two!])).toEqual([
      [one, 'one\n'],
      [two, 'two\n'],
    ]);
    expect(await Promise.all([texts(blobs, [two!]), texts(blobs, [one!])])).toEqual([
      [[two, 'two\n']],
      [[one, 'one\n']],
    ]);
    blobs.close();
    const started = await open(temp);
    started.start();
    expect(await texts(started, [one!])).toEqual([[one, 'one\n']]);
  });

  test('in a partial clone gives what is there, and goes on after what is not; nothing is fetched', async () => {
    const origin = tempRepo();
    origin.file('a.txt', 'first').file('b.txt', 'second').commit();
    const clone = origin.clone('--filter=blob:none', '--no-checkout');
    const absent = origin.git('rev-parse', 'HEAD:a.txt');
    const [kept, other] = ['kept', 'other'].map((text) => clone.gitInput(text, 'hash-object', '-w', '--stdin'));
    const before = clone.git('count-objects', '-v');
    const blobs = await open(clone);
    expect(await texts(blobs, [kept!])).toEqual([[kept, 'kept']]);
    expect(await texts(blobs, [kept!, absent, other!])).toEqual([
      [kept, 'kept'],
      [other, 'other'],
    ]);
    expect(await texts(blobs, [absent])).toEqual([]);
    expect(await texts(blobs, [other!, absent])).toEqual([[other, 'other']]);
    expect(clone.git('count-objects', '-v')).toBe(before);
  });
});
