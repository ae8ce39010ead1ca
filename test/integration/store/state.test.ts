/** repo_state.json and blobs.json: read as they were written, or refused with the next command to type. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RepoState } from '../../../src/base/types.ts';
import { FORMAT_VERSION } from '../../../src/base/version.ts';
import { readOutcomes, readState, writeOutcomes, writeState } from '../../../src/store/state.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

const STATE: RepoState = {
  formatVersion: FORMAT_VERSION,
  toolVersion: '1.2.3',
  repository: 'https://example.org/räpo.git',
  commit: 'a'.repeat(40),
  tree: 'b'.repeat(40),
  embedder: { id: 'hash', dimensions: 8, fingerprint: 'f' },
  chunker: { version: 1, fingerprint: 'c' },
  optionsHash: 'o',
  view: '0123456789abcdef',
  skipped: [{ path: 'src/a b\n"c" 日本.env', reason: 'secret' }],
  failed: [],
  counts: { files: 1, chunks: 1, bytes: 10 },
  redacted: { secrets: 0, files: 0 },
  digest: 'e',
  times: { builtAt: '2026-01-01T00:00:00.000Z', tookMs: 5 },
};

describe('state', () => {
  it('comes back as it was written, and is null before', async () => {
    const dir = join(tempDir(), 'not', 'there');
    expect(await readState(dir)).toBeNull();
    await writeState(dir, STATE);
    expect(await readState(dir)).toEqual(STATE);
    expect(readdirSync(dir)).toEqual(['repo_state.json']);
  });

  it('is always whole for readers, however often it is written', async () => {
    const dir = tempDir();
    await writeState(dir, STATE);
    const skipped = Array.from({ length: 5000 }, (_, i) => ({ path: `f${i}`, reason: 'secret' as const }));
    const writes = Array.from({ length: 8 }, (_, i) => writeState(dir, { ...STATE, skipped, digest: String(i) }));
    const reads = Array.from({ length: 40 }, () => readState(dir));
    await Promise.all(writes);
    for (const state of await Promise.all(reads)) expect([1, 5000]).toContain(state!.skipped.length);
    expect(readdirSync(dir)).toEqual(['repo_state.json']);
  });

  it('that is torn is named as broken, with the doctor', async () => {
    const dir = tempDir();
    const json = JSON.stringify(STATE);
    const torn = ['', json.slice(0, 100), 'null', '[]', '{}', '"x"', '{"formatVersion":2}', `${json}}`];
    for (const content of [...torn, '{"formatVersion":"1"}', JSON.stringify({ ...STATE, skipped: null })]) {
      writeFileSync(join(dir, 'repo_state.json'), content);
      const hint = expect.stringContaining('cora doctor --fix');
      await expect(readState(dir), content).rejects.toMatchObject({ code: 'BROKEN_INDEX', hint });
    }
  });

  it('of another format is refused by name, with what to do', async () => {
    const dir = tempDir();
    for (const [formatVersion, age, hint] of [
      [FORMAT_VERSION + 1, 'newer', 'update cora'],
      [0, 'older', 'cora index --full'],
    ] as const) {
      writeFileSync(join(dir, 'repo_state.json'), JSON.stringify({ ...STATE, formatVersion, skipped: 'other' }));
      await expect(readState(dir)).rejects.toMatchObject({
        code: 'INCOMPATIBLE_INDEX',
        exitCode: 4,
        message: expect.stringMatching(new RegExp(`cora 1\\.2\\.3 in format ${formatVersion}, which is ${age}`)),
        hint: expect.stringContaining(hint),
      });
    }
  });

  it('that cannot be written leaves the old one and no temporary file', async () => {
    const dir = tempDir();
    mkdirSync(join(dir, 'repo_state.json'));
    await expect(writeState(dir, STATE)).rejects.toMatchObject({ code: 'STORE' });
    expect(readdirSync(dir)).toEqual(['repo_state.json']);
  });
});

describe('outcomes', () => {
  it('come back as they were written', async () => {
    const dir = tempDir();
    expect(await readOutcomes(dir)).toEqual({});
    const outcomes = {
      'aa:c': { skipped: 'binary' as const },
      'bb:c++': { note: 'parser gave up "here"' },
      'cc:x': {},
    };
    await writeOutcomes(dir, outcomes);
    expect(await readOutcomes(dir)).toEqual(outcomes);
    expect(JSON.parse(readFileSync(join(dir, 'blobs.json'), 'utf8'))).toEqual({
      formatVersion: FORMAT_VERSION,
      blobs: outcomes,
      checksum: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it('that are torn or of another format are forgotten, not half believed', async () => {
    const dir = tempDir();
    const blobs = { 'aa:c': { skipped: 'binary' } };
    for (const content of [
      '',
      '{',
      'null',
      '[]',
      JSON.stringify({ blobs }),
      JSON.stringify({ formatVersion: 99, blobs }),
    ]) {
      writeFileSync(join(dir, 'blobs.json'), content);
      expect(await readOutcomes(dir), content).toEqual({});
    }
  });
});
