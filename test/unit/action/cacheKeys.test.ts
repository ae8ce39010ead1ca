import { describe, expect, it } from 'vitest';
import { cacheKeysOf } from '../../../src/action/actionTypes.ts';

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
