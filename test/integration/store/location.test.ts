/** Where a store lies. A folder that cannot be written is stood in for by one below a file: that also stops root. */

import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fingerprintDir, listFingerprints, storeLocation } from '../../../src/store/location.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

const FINGERPRINT = '0123456789abcdef';

function places() {
  const base = tempDir();
  const commonDir = join(base, 'repo', '.git');
  mkdirSync(commonDir, { recursive: true });
  return { base, commonDir, cacheDir: join(base, 'cache'), override: null };
}

describe('storeLocation', () => {
  it('is inside the common Git directory, and creates nothing', () => {
    const request = places();
    expect(storeLocation(request)).toEqual({ root: join(request.commonDir, 'cora'), writable: true, isOwn: true });
    expect(readdirSync(request.commonDir)).toEqual([]);
    expect(readdirSync(request.base)).toEqual(['repo']);
  });

  it('is where the user says, with or without a repository', () => {
    const request = { ...places(), override: 'some/where' };
    expect(storeLocation(request)).toEqual({ root: resolve('some/where'), writable: true, isOwn: false });
    expect(storeLocation({ ...request, commonDir: null }).root).toBe(resolve('some/where'));
  });

  it('is not led by a link, and what it says instead is one word of a shell', () => {
    const request = places();
    const target = join(request.base, "it's; a folder");
    mkdirSync(target);
    symlinkSync(target, join(request.base, 'link'), 'junction');
    const hint = `--store '${target.replace("'", "'\\''")}', or CORA_STORE`;
    expect(() => storeLocation({ ...request, override: join(request.base, 'link') })).toThrow(
      expect.objectContaining({ code: 'STORE', hint: expect.stringContaining(hint) }),
    );
  });

  it('is refused without a repository and without a place', () => {
    const error = expect.objectContaining({ code: 'NOT_A_REPOSITORY', hint: expect.stringContaining('--store') });
    expect(() => storeLocation({ ...places(), commonDir: null })).toThrow(error);
  });

  it('is in the cache where the Git directory cannot be written, one folder for each repository', () => {
    const request = places();
    const locked = { ...request, commonDir: join(request.commonDir, 'locked') };
    mkdirSync(locked.commonDir);
    writeFileSync(join(locked.commonDir, 'cora'), 'a file is in the way');
    const { root, writable } = storeLocation(locked);
    expect(root).toMatch(/^.*[\\/]cache[\\/]cora[\\/][0-9a-f]{16}$/);
    expect(writable).toBe(true);
    const other = { ...locked, commonDir: join(request.commonDir, 'other') };
    mkdirSync(other.commonDir);
    writeFileSync(join(other.commonDir, 'cora'), '');
    expect(storeLocation(other).root).not.toBe(root);
    expect(storeLocation(locked).root).toBe(root);
  });

  it('says when nothing can be written anywhere', () => {
    const request = places();
    writeFileSync(join(request.commonDir, 'cora'), '');
    writeFileSync(request.cacheDir, '');
    expect(storeLocation(request).writable).toBe(false);
    expect(storeLocation({ ...request, override: join(request.cacheDir, 'x') }).writable).toBe(false);
  });
});

describe('fingerprints', () => {
  it('are the folders named like one', () => {
    const root = tempDir();
    for (const name of [FINGERPRINT, 'log', 'commits.rows', 'fedcba9876543210']) mkdirSync(join(root, name));
    writeFileSync(join(root, 'aaaaaaaaaaaaaaaa'), 'not a folder');
    expect(listFingerprints(root)).toEqual([FINGERPRINT, 'fedcba9876543210']);
    expect(listFingerprints(join(root, 'none'))).toEqual([]);
    expect(fingerprintDir(root, FINGERPRINT)).toBe(join(root, FINGERPRINT));
  });
});
