/** Every blob is in exactly one shard, and stays there. */

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isInShard, readShard, shardOf, takeShard } from '../../../src/indexing/takeShard.ts';
import fc from '../../helpers/fastCheck.ts';

const sha = (text: string): string => createHash('sha1').update(text).digest('hex');

describe('the shard of a blob', () => {
  it('is one of them, for any blob and any number of shards', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-f]{40}$/), fc.integer({ min: 1, max: 256 }), (blob, count) => {
        const all = Array.from({ length: count }, (_, at) => ({ index: at + 1, count }));
        expect(all.filter((shard) => isInShard(shard)({ blob }))).toEqual([{ index: shardOf(blob, count), count }]);
      }),
    );
  });

  it('is the same on every machine and in every version', () => {
    const ends = ['0'.repeat(40), 'f'.repeat(40), `1fffffff${'f'.repeat(32)}`, `20000000${'0'.repeat(32)}`];
    expect(ends.map((blob) => shardOf(blob, 8))).toEqual([1, 8, 1, 2]);
    expect([1, 2, 3, 7, 256].map((count) => shardOf('e69de29bb2d1d6434b8b29ae775ad8c2e48c5391', count))).toEqual([
      1, 2, 3, 7, 231,
    ]);
    expect(shardOf(createHash('sha256').update('').digest('hex'), 8)).toBe(8);
  });

  it('holds about as much as any other', () => {
    const sizes = new Array<number>(8).fill(0);
    for (let at = 0; at < 8000; at++) sizes[shardOf(sha(String(at)), 8) - 1]! += 1;
    for (const size of sizes) expect(Math.abs(size - 1000)).toBeLessThan(150);
  });
});

describe('a shard of a view', () => {
  const files = ['a', 'b', 'c', 'd', 'e'].map((path) => ({
    path,
    blob: sha(path),
    size: 1,
    mode: '100644',
    language: 'text',
  }));
  const view = { files, skipped: [{ path: 'logo.png', reason: 'media' as const }], missing: files.slice(1, 4) };

  it('keeps its files in order and says everything that was left out', () => {
    const shards = [1, 2, 3].map((index) => takeShard(view, { index, count: 3 }));
    expect(shards.flatMap((shard) => shard.files.map(({ path }) => path)).sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    for (const shard of shards) {
      expect(shard.skipped).toEqual(view.skipped);
      expect(shard.files).toEqual(files.filter((file) => shard.files.includes(file)));
    }
    expect(shards.flatMap(({ missing }) => missing.map(({ path }) => path)).sort()).toEqual(['b', 'c', 'd']);
    expect(shards[1]!.shard).toEqual({ index: 2, count: 3 });
    expect(takeShard(view, null)).toEqual(view);
  });
});

describe('--shard', () => {
  it('reads its number and how many there are', () => {
    expect(readShard('3/8')).toEqual({ index: 3, count: 8 });
    expect(readShard('1/1')).toEqual({ index: 1, count: 1 });
    expect(readShard('256/256')).toEqual({ index: 256, count: 256 });
  });

  it.each(['', '3', '0/8', '9/8', '3/0', '-1/8', '3/8/2', '3 of 8', '1.5/8', '1/257', ' 3/8'])(
    'refuses "%s"',
    (text) => {
      expect(() => readShard(text)).toThrow(expect.objectContaining({ code: 'USAGE' }));
    },
  );
});
