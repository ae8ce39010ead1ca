/** repo_state.json and blobs.json: read as they were written, or refused with the next command to type. */

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RepoState, SkippedFile } from '../../../src/base/types.ts';
import { FORMAT_VERSION, STATE_VERSION } from '../../../src/base/version.ts';
import { readOutcomes, readState, readWholeState, writeOutcomes, writeState } from '../../../src/store/state.ts';
import { pruneViews } from '../../../src/store/views.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { whileOpening } from '../../helpers/whileOpening.ts';

const STATE: RepoState = {
  formatVersion: STATE_VERSION,
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

const BAD_LISTS = [
  null,
  'x',
  {},
  [{}],
  [null],
  { parts: [] },
  { parts: [{ name: '../x', bytes: 1 }] },
  { parts: null },
].map((skipped) => JSON.stringify({ ...STATE, skipped }));
const MANY: SkippedFile[] = Array.from({ length: 2000 }, (_, at) => ({
  path: `assets/${String(at).padStart(5, '0')}.png`,
  reason: 'media',
}));

describe('state', () => {
  it('comes back as it was written, and is null before', async () => {
    const dir = join(tempDir(), 'not', 'there');
    expect(await readState(dir)).toBeNull();
    await writeState(dir, STATE);
    const { skipped: _, ...about } = STATE;
    expect(await readState(dir)).toMatchObject(about);
    const { parts, ...whole } = (await readWholeState(dir))!;
    expect(whole).toEqual(STATE);
    expect(parts).toHaveLength(1);
    expect(readdirSync(dir)).toEqual(['repo_state.json', 'views']);
    await writeState(dir, { ...STATE, skipped: [] });
    expect((await readWholeState(dir))!.skipped).toEqual([]);
  });

  it('is always whole for readers, however often it is written', async () => {
    const dir = tempDir();
    await writeState(dir, STATE);
    const skipped = Array.from({ length: 5000 }, (_, i) => ({ path: `f${i}`, reason: 'secret' as const }));
    const writes = Array.from({ length: 8 }, (_, i) => writeState(dir, { ...STATE, skipped, digest: String(i) }));
    const reads = Array.from({ length: 40 }, () => readWholeState(dir));
    await Promise.all(writes);
    for (const state of await Promise.all(reads)) expect([1, 5000]).toContain(state!.skipped.length);
    expect(readdirSync(dir)).toEqual(['repo_state.json', 'views']);
  });

  it('that is torn is named as broken, with the doctor', async () => {
    const dir = tempDir();
    const json = JSON.stringify(STATE);
    const torn = ['', json.slice(0, 100), 'null', '[]', '{}', '"x"', '{"formatVersion":2}', `${json}}`];
    for (const content of [...torn, '{"formatVersion":"1"}', ...BAD_LISTS]) {
      writeFileSync(join(dir, 'repo_state.json'), content);
      const hint = expect.stringContaining('cora doctor --fix');
      await expect(readState(dir), content).rejects.toMatchObject({ code: 'BROKEN_INDEX', hint });
    }
  });

  it('of another format is refused by name, with what to do', async () => {
    const dir = tempDir();
    for (const [formatVersion, age, hint] of [
      [STATE_VERSION + 1, 'newer', 'update cora'],
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
    expect(readdirSync(dir)).toEqual(['repo_state.json', 'views']);
  });
});

describe('the list of files that were left out', () => {
  it('is written by difference, and not at all where it is what it was', async () => {
    const dir = tempDir();
    let last = await written(dir, { ...STATE, skipped: MANY }, null);
    const [whole] = last.parts!;
    expect((await written(dir, { ...STATE, skipped: [...MANY], commit: 'c'.repeat(40) }, last)).parts).toEqual([whole]);
    expect(statSync(join(dir, 'repo_state.json')).size).toBeLessThan(1000);
    let { skipped } = last;
    for (let at = 0; at < 40; at++) {
      const { path } = MANY[(53 * at) % 2000]!;
      skipped = skipped.map((one) => (one.path === path ? { path, reason: 'binary', detail: `${at}` } : one));
      if (at % 3 === 0) skipped = skipped.filter((one) => one.path !== MANY[(97 * at) % 2000]!.path);
      last = await written(dir, { ...STATE, skipped }, last);
      expect(last.skipped).toEqual(skipped);
      expect(last.parts![0]).toEqual(whole);
      const [, ...changes] = last.parts!;
      expect(changes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(whole!.bytes / 4);
    }
  });

  it('is written whole where a path stands twice, as after a malformed tree', async () => {
    const dir = tempDir();
    const twice: SkippedFile[] = [
      { path: MANY[0]!.path, reason: 'media' },
      { path: MANY[0]!.path, reason: 'not-regular' },
    ];
    const last = await written(dir, { ...STATE, skipped: [...twice, ...MANY.slice(1)] }, null);
    for (const skipped of [MANY, MANY.slice(1)])
      expect((await written(dir, { ...STATE, skipped }, last)).skipped).toEqual(skipped);
  });

  it('is torn where a part is gone, or a byte of it is another one', async () => {
    const dir = tempDir();
    const { parts } = await written(dir, STATE, null);
    const file = join(dir, 'views', `${parts![0]!.name}.part`);
    const bytes = readFileSync(file);
    for (const content of [Buffer.concat([bytes, Buffer.from('x')]), bytes.subarray(1), Buffer.alloc(0), null]) {
      if (content === null) rmSync(file);
      else writeFileSync(file, content);
      const hint = expect.stringContaining('cora doctor --fix');
      await expect(readWholeState(dir)).rejects.toMatchObject({ code: 'BROKEN_INDEX', hint });
      expect(await readState(dir)).toMatchObject({ commit: STATE.commit });
    }
  });

  it('is read again where a writer removes its parts meanwhile', async () => {
    const dir = tempDir();
    await written(dir, STATE, null);
    const next = { ...STATE, skipped: MANY };
    let isGone = false;
    const read = await whileOpening(
      async (name) => {
        if (isGone || !name.endsWith('.part')) return;
        isGone = true;
        rmSync(join(dir, 'views', name));
        await writeState(dir, next);
      },
      () => readWholeState(dir),
    );
    expect(read).toMatchObject(next);
  });

  it('keeps its parts as long as the state names them, and an hour for those who read it', async () => {
    const dir = tempDir();
    const first = await written(dir, { ...STATE, skipped: MANY }, null);
    const last = await written(dir, { ...STATE, skipped: MANY.slice(0, 1000) }, first);
    const partsLeft = async () => {
      await pruneViews(dir, 0, new Set());
      return readdirSync(join(dir, 'views'));
    };
    expect(await partsLeft()).toHaveLength(2);
    for (const name of readdirSync(join(dir, 'views'))) utimesSync(join(dir, 'views', name), 1000, 1000);
    const json = readFileSync(join(dir, 'repo_state.json'), 'utf8');
    writeFileSync(join(dir, 'repo_state.json'), JSON.stringify({ ...STATE, formatVersion: STATE_VERSION + 1 }));
    expect(await partsLeft()).toHaveLength(2);
    writeFileSync(join(dir, 'repo_state.json'), json);
    expect(await partsLeft()).toEqual(last.parts!.map(({ name }) => `${name}.part`));
  });

  it('of the format before, and of an unpacked index, is in the state itself', async () => {
    const dir = tempDir();
    writeFileSync(join(dir, 'repo_state.json'), JSON.stringify({ ...STATE, formatVersion: 2 }));
    const before = await readWholeState(dir);
    expect(before).toMatchObject({ commit: STATE.commit, skipped: STATE.skipped });
    expect((await written(dir, STATE, before)).parts).toHaveLength(1);
    await writeState(dir, { ...STATE, files: {} });
    expect(JSON.parse(readFileSync(join(dir, 'repo_state.json'), 'utf8')).skipped).toEqual(STATE.skipped);
  });

  it('comes back whatever a pattern holds', async () => {
    const dir = tempDir();
    const { skipped } = await written(
      dir,
      { ...STATE, skipped: [{ path: 'a', reason: 'excluded', detail: '{\0,a}' }] },
      null,
    );
    expect(skipped).toEqual([{ path: 'a', reason: 'excluded', detail: '{,a}' }]);
  });
});

async function written(dir: string, state: RepoState, from: RepoState | null): Promise<RepoState> {
  await writeState(dir, state, from);
  return (await readWholeState(dir))!;
}

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
