/** Each thing that can go wrong is found by its name, repaired, and gone; nothing else is touched. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { ChunkRow, RepoState } from '../../../src/base/types.ts';
import { STATE_VERSION } from '../../../src/base/version.ts';
import { sealJson } from '../../../src/disk/replaceFile.ts';
import { openSearchFile } from '../../../src/engine/searchFile.ts';
import { SearchFileWriter } from '../../../src/engine/searchFileWriter.ts';
import { openStore } from '../../../src/store/openStore.ts';
import { readState, readWholeState, writeState } from '../../../src/store/state.ts';
import { inspectStore, repairStore } from '../../../src/store/storeHealth.ts';
import { type ViewRecord, writeView } from '../../../src/store/views.ts';
import { describeSelf, lockPath, ownerPath, withWriteLock } from '../../../src/store/withWriteLock.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { DIMENSIONS, keyOf, rowOf, rowsOf, silent } from './children/rows.ts';

const ROWS = rowsOf(20);
const VIEW_ID = 'abc';

function stateOf(chunks: number): RepoState {
  return {
    formatVersion: STATE_VERSION,
    toolVersion: '0',
    repository: '',
    commit: 'a',
    tree: 'b',
    embedder: { id: 'hash', dimensions: DIMENSIONS, fingerprint: 'f' },
    chunker: { version: 1, fingerprint: 'c' },
    optionsHash: '',
    view: VIEW_ID,
    skipped: [],
    failed: [],
    counts: { files: chunks, chunks, bytes: 1 },
    redacted: { secrets: 0, files: 0 },
    digest: '',
    times: { builtAt: '', tookMs: 0 },
  };
}

function viewOf(rows: readonly ChunkRow[]): ViewRecord {
  return {
    ...{ commit: 'a', tree: 'b', repository: '', chunks: rows.length, tokens: 0, words: 0, redacted: [] },
    ...{ hashes: new Uint32Array(0), counts: new Uint32Array(0) },
    ...{ vectorSum: new Float64Array(DIMENSIONS), rowsDigest: new Uint32Array(4) },
    files: rows.map(({ blobSha, language, symbol }) => ({ path: `${symbol}.ts`, blob: blobSha, language })),
  };
}

/** A healthy store beside a folder of somebody else. */
async function healthyStore(): Promise<string> {
  const root = tempDir();
  mkdirSync(join(root, 'other'));
  writeFileSync(join(root, 'other', 'file'), 'mine');
  const dir = join(root, 'store');
  const store = await openStore(dir, DIMENSIONS, 'write');
  await store.append(ROWS);
  await store.optimize(0, true);
  await (await SearchFileWriter.begin(dir, store)).finish(store);
  store.close();
  await writeView(dir, VIEW_ID, viewOf(ROWS));
  await writeState(dir, stateOf(ROWS.length));
  return dir;
}

async function codesOf(dir: string): Promise<string[]> {
  return (await inspectStore(dir)).map(({ code }) => code);
}

async function rowsIn(dir: string): Promise<number> {
  const store = await openStore(dir, DIMENSIONS, 'write');
  const { rows } = await store.stats();
  store.close();
  return rows;
}

/** Breaks, finds, repairs. @returns what is found after the repair */
async function breakAndRepair(
  found: string,
  breakIt: (dir: string) => unknown,
): Promise<{ dir: string; left: string[] }> {
  const dir = await healthyStore();
  expect(await codesOf(dir)).toEqual([]);
  await breakIt(dir);
  const findings = await inspectStore(dir);
  expect(findings.map(({ code }) => code)).toEqual([found]);
  expect(findings[0]).toMatchObject({
    fixable: true,
    message: expect.stringMatching(/./),
    fix: expect.stringMatching(/./),
  });
  await repairStore(dir, findings);
  expect(readdirSync(join(dir, '..', 'other'))).toEqual(['file']);
  return { dir, left: await codesOf(dir) };
}

function segmentIn(dir: string): string {
  const name = readdirSync(join(dir, 'search')).find((one) => one.endsWith('.segment'))!;
  return join(dir, 'search', name);
}

function flipByte(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[bytes.length + at]! ^= 1;
  writeFileSync(file, bytes);
}

function largestFile(dir: string): string {
  return join(dir, readdirSync(dir).sort()[0]!);
}

describe('inspectStore and repairStore', () => {
  quick.it('say that there is no index', async () => {
    const dir = join(tempDir(), 'none');
    expect(await codesOf(dir)).toEqual(['no-index']);
    expect(readdirSync(join(dir, '..'))).toEqual([]);
  });

  quick.it('torn state', async () => {
    const { dir, left } = await breakAndRepair('torn-state', (at) => truncateSync(join(at, 'repo_state.json'), 50));
    expect(left).toEqual(['missing-state']);
    expect(await readState(dir)).toBeNull();
    expect(await rowsIn(dir)).toBe(20);
  });

  quick.it('a state that has lost the list of files that were left out', async () => {
    const { left } = await breakAndRepair('torn-state', async (at) => {
      await writeState(at, { ...stateOf(ROWS.length), skipped: [{ path: 'a.png', reason: 'media' }] });
      const { parts } = (await readWholeState(at))!;
      flipByte(join(at, 'views', `${parts![0]!.name}.part`), -1);
    });
    expect(left).toEqual(['missing-state']);
  });

  quick.it('a state of another format is not theirs to repair', async () => {
    const dir = await healthyStore();
    await writeState(dir, { ...stateOf(0), formatVersion: STATE_VERSION + 1 });
    const findings = await inspectStore(dir);
    expect(findings).toMatchObject([{ code: 'incompatible-state', fixable: false }]);
    await repairStore(dir, findings);
    expect(await codesOf(dir)).toEqual(['incompatible-state']);
  });

  quick.it('missing state, which only an index run can write', async () => {
    const { left } = await breakAndRepair('missing-state', (at) => rmSync(join(at, 'repo_state.json')));
    expect(left).toEqual(['missing-state']);
  });

  quick.it('missing table', async () => {
    const { left } = await breakAndRepair('missing-table', (at) =>
      rmSync(join(at, 'chunks.lance'), { recursive: true }),
    );
    expect(left).toEqual(['no-index']);
  });

  quick.it('a table that does not open', async () => {
    const { dir, left } = await breakAndRepair('broken-table', (at) => {
      const versions = join(at, 'chunks.lance', '_versions');
      for (const name of readdirSync(versions)) truncateSync(join(versions, name), 5);
    });
    expect(left).toEqual(['no-index']);
    expect(await rowsIn(dir)).toBe(0);
  });

  slow.it('a table that was never finished', async () => {
    const { left } = await breakAndRepair('broken-table', (at) => {
      rmSync(join(at, 'chunks.lance', '_versions'), { recursive: true });
    });
    expect(left).toEqual(['no-index']);
  });

  quick.it('missing data files', async () => {
    const { left } = await breakAndRepair('missing-files', (at) =>
      rmSync(largestFile(join(at, 'chunks.lance', 'data'))),
    );
    expect(left).toEqual(['no-index']);
  });

  quick.it('torn data files', async () => {
    const { left } = await breakAndRepair('missing-files', (at) => {
      truncateSync(largestFile(join(at, 'chunks.lance', 'data')), 100);
    });
    expect(left).toEqual(['no-index']);
  });

  quick.it('chunks that are there twice: the whole blob goes', async () => {
    const { dir, left } = await breakAndRepair('duplicate-chunks', async (at) => {
      const store = await openStore(at, DIMENSIONS, 'write');
      await store.append([rowOf(3), rowOf('3 more', { blobSha: rowOf(3).blobSha })]);
      await (await SearchFileWriter.begin(at, store)).finish(store);
      store.close();
    });
    expect(left).toEqual(['missing-state']);
    const store = await openStore(dir, DIMENSIONS, 'read');
    expect([...(await store.blobKeys()).keys()].sort()).toEqual(
      ROWS.filter((_, i) => i !== 3)
        .map(keyOf)
        .sort(),
    );
    store.close();
  });

  quick.it.each<[string, (dir: string) => Promise<void>]>([
    ['a file without any', (at) => writeView(at, VIEW_ID, viewOf([...ROWS, rowOf('gone')]))],
    ['a file with fewer', (at) => writeState(at, stateOf(ROWS.length + 1))],
  ])('an index of which the table lacks chunks: %s', async (_, breakIt) => {
    const { dir, left } = await breakAndRepair('missing-rows', breakIt);
    expect(left).toEqual(['missing-state']);
    expect(await rowsIn(dir)).toBe(20);
  });

  quick.it('rows that are there twice hide none that another file lacks', async () => {
    const dir = await healthyStore();
    const { blobSha } = rowOf(5);
    const store = await openStore(dir, DIMENSIONS, 'write');
    await store.append([rowOf(3)]);
    await (await SearchFileWriter.begin(dir, store)).finish(store);
    store.close();
    // The build had one row more of a file.
    await writeView(dir, VIEW_ID, viewOf([...ROWS, rowOf('5 more', { blobSha })]));
    await writeState(dir, stateOf(ROWS.length + 1));
    expect(await codesOf(dir)).toEqual(['missing-rows', 'duplicate-chunks']);
  });

  quick.it.each<[string, (dir: string) => unknown]>([
    ['a list that is gone', (at) => rmSync(join(at, 'search', 'segments.json'))],
    ['a segment that is gone', (at) => rmSync(segmentIn(at))],
    ['a segment that is torn', (at) => truncateSync(segmentIn(at), 3000)],
    ['a byte of a segment', (at) => flipByte(segmentIn(at), -9)],
    [
      'rows that it does not have',
      async (at) => {
        const store = await openStore(at, DIMENSIONS, 'write');
        await store.append([rowOf('new')]);
        store.close();
      },
    ],
  ])('a search file that cannot be used: %s', async (_, breakIt) => {
    const { dir, left } = await breakAndRepair('broken-search-file', breakIt);
    expect(left).toEqual([]);
    const found = await openSearchFile(dir, DIMENSIONS);
    expect((await found.rowsWithTerms(['name'], 100)).length).toBe(await rowsIn(dir));
    found.close();
  });

  quick.it('leftovers of an interrupted run', async () => {
    const { dir, left } = await breakAndRepair('temp-files', (at) => {
      writeFileSync(join(at, '.repo_state.json.123.0123456789ab.tmp'), 'half');
      writeFileSync(join(at, 'chunks.lance', '.sums.json.123.0123456789ab.tmp'), 'half');
    });
    expect(left).toEqual([]);
    expect(readdirSync(dir).sort()).toEqual(['chunks.lance', 'repo_state.json', 'search', 'views']);
  });

  quick.it.each([
    'data/../../../other/file',
    '_versions/../../../other/file',
    'data/..\\..\\..\\other\\file',
    '../../other/file',
  ])('and nothing that somebody wrote into the sums: %s', async (path) => {
    const dir = await healthyStore();
    const files = { [path]: { size: 1, mtimeMs: 1, sha256: '0'.repeat(64) } };
    writeFileSync(join(dir, 'chunks.lance', 'sums.json'), sealJson({ version: 1, files }));
    const findings = await inspectStore(dir);
    await repairStore(dir, findings);
    await repairStore(dir, [{ code: 'damaged-old-files', message: '', fixable: true, fix: '' }]);
    expect(findings).toEqual([]);
    expect(readFileSync(join(dir, '..', 'other', 'file'), 'utf8')).toBe('mine');
  });

  quick.it('torn outcomes', async () => {
    const { left } = await breakAndRepair('torn-outcomes', (at) => writeFileSync(join(at, 'blobs.json'), '{'));
    expect(left).toEqual([]);
  });

  quick.it('a lock that nobody holds', async () => {
    const { left } = await breakAndRepair('stale-lock', (at) => {
      mkdirSync(lockPath(at));
      utimesSync(lockPath(at), 1, 1);
    });
    expect(left).toEqual([]);
  });

  quick.it(
    'find nothing wrong after a run that was killed: the next one takes its lock, and what it left',
    async () => {
      const dir = await healthyStore();
      const { pid } = spawnSync(process.execPath, ['-e', '0']);
      mkdirSync(lockPath(dir));
      writeFileSync(ownerPath(dir), JSON.stringify({ ...describeSelf(lockPath(dir)), pid }));
      writeFileSync(join(dir, `.repo_state.json.${pid}.0123456789ab.tmp`), 'half');
      expect(await codesOf(dir)).toEqual([]);
      await withWriteLock(dir, { waitMs: 0, log: silent }, async () => undefined);
      expect(readdirSync(dir).sort()).toEqual(['chunks.lance', 'repo_state.json', 'search', 'views']);
    },
  );

  slow.it('too many versions', async () => {
    const dir = await healthyStore();
    const store = await openStore(dir, DIMENSIONS, 'write');
    for (let i = 0; i < 260; i++) {
      await store.append([rowOf(`v ${i}`)]);
      await store.remove([keyOf(rowOf(`v ${i}`))]);
    }
    store.close();
    const findings = await inspectStore(dir);
    expect(findings.map(({ code }) => code)).toEqual(['version-bloat']);
    await repairStore(dir, findings);
    expect(await rowsIn(dir)).toBe(20);
  });

  slow.it('repair nothing while a writer is at work', async () => {
    const dir = await healthyStore();
    rmSync(join(dir, 'chunks.lance', '_versions'), { recursive: true });
    const findings = await inspectStore(dir);
    await withWriteLock(dir, { waitMs: 0, log: silent }, async () => {
      await expect(repairStore(dir, findings)).rejects.toMatchObject({ code: 'LOCKED' });
    });
    expect(await inspectStore(dir)).toEqual(findings);
  });
});
