import { describe, expect, it } from 'vitest';
import { cacheKeysOf, groupOfKey } from '../../../src/action/actionTypes.ts';
import { surplusOf } from '../../../src/action/runAction.ts';

const parts = {
  prefix: 'cora',
  fingerprint: 'f'.repeat(16),
  settingsHash: 'a'.repeat(16),
  commit: 'c'.repeat(40),
  shard: null,
};

describe('cacheKeysOf', () => {
  it('asks for this commit, then for the same settings, then for the same rows', () => {
    const { key, restoreKeys } = cacheKeysOf(parts);
    expect(key).toBe(`cora-${parts.fingerprint}-${parts.settingsHash}-${parts.commit}`);
    expect(restoreKeys).toEqual([`cora-${parts.fingerprint}-${parts.settingsHash}-`, `cora-${parts.fingerprint}-`]);
  });

  it('keeps shards apart: from each other, and from the whole', () => {
    const keys = [null, '3/8', '3/80'].map((shard) => cacheKeysOf({ ...parts, shard }));
    for (const { key } of keys)
      expect(keys.filter(({ restoreKeys }) => restoreKeys.some((start) => key.startsWith(start)))).toHaveLength(1);
  });
});

describe('groupOfKey', () => {
  it('knows its own keys and no others', () => {
    for (const shard of [null, '3/8'])
      expect(groupOfKey(cacheKeysOf({ ...parts, shard }).key, 'cora')).toContain(parts.fingerprint);
    for (const key of [
      'cora-other',
      'setup-node-x',
      `cora-x-${cacheKeysOf(parts).key}`,
      `${cacheKeysOf(parts).key}-x`,
      cacheKeysOf({ ...parts, prefix: 'cora-b' }).key,
    ])
      expect(groupOfKey(key, 'cora'), key).toBe(null);
  });
});

describe('surplusOf', () => {
  const keyOf = (commit: string, settingsHash = parts.settingsHash) =>
    cacheKeysOf({ ...parts, settingsHash, commit: commit.repeat(40) }).key;
  const ids = (entries: [id: number, ref: string, key: string][], gone: string[] = []) =>
    surplusOf(
      entries.map(([id, ref, key]) => ({ id, ref, key })),
      'cora',
      new Set(gone),
    ).map(({ id }) => id);

  it('is what stands behind the newest two of a branch and of the same settings', () => {
    const main: [number, string, string][] = [
      [9, 'main', keyOf('1')],
      [8, 'main', keyOf('2')],
      [7, 'main', keyOf('3')],
      [6, 'main', keyOf('4')],
    ];
    expect(ids(main)).toEqual([7, 6]);
    expect(ids([...main, [5, 'other', keyOf('5')], [4, 'main', keyOf('6', 'b'.repeat(16))]])).toEqual([7, 6]);
  });

  it('is all of a branch that is gone, and nothing of somebody else', () => {
    expect(
      ids(
        [
          [3, 'gone', keyOf('1')],
          [2, 'gone', 'their-cache'],
          [1, 'main', keyOf('2')],
        ],
        ['gone'],
      ),
    ).toEqual([3]);
  });
});
