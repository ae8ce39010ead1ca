/** Runs of a few new files: their rows are pending in the search file, and a larger run puts them into the table. */

import { cpSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, vi } from 'vitest';
import type { BlobKey, Progress } from '../../../src/base/types.ts';
import { pendingBlobs } from '../../../src/engine/joinSegments.ts';
import { type ListedSegment, readSegmentList } from '../../../src/engine/searchFile.ts';
import { MemoryRanges, readHeader, SECTIONS } from '../../../src/engine/segmentFile.ts';
import { UNTABLED } from '../../../src/indexing/build/keepRows.ts';
import { readState, readWholeState, writeState } from '../../../src/store/state.ts';
import { type Finding, repairStore } from '../../../src/store/storeHealth.ts';
import { TablelessStore } from '../../../src/store/tablelessStore.ts';
import { readRepoState, rowsIn, searchRowsIn, storeDir } from '../../helpers/compareStores.ts';
import { cora } from '../../helpers/cora.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

/** One more than a run of these tests adds without the table. */
const MANY = 17;

const loads = vi.hoisted(() => ({ count: 0 }));

vi.mock('../../../src/store/loadLance.ts', async (original) => {
  const real = await original<typeof import('../../../src/store/loadLance.ts')>();
  const loadLance = () => {
    loads.count += 1;
    return real.loadLance();
  };
  return { ...real, loadLance };
});

const limits = { ...UNTABLED, files: MANY - 1 };
const usual = { ...UNTABLED };
beforeEach(() => void Object.assign(UNTABLED, limits));
afterAll(() => void Object.assign(UNTABLED, usual));

async function indexed(): Promise<{ repo: TempRepo; dir: string }> {
  const repo = tempRepo();
  for (let at = 0; at < MANY; at++) repo.file(`src/f${at}.py`, sourceOf('py', at * 7));
  repo.commit();
  await cora(repo).index();
  return { repo, dir: storeDir(repo) };
}

const versionsOf = (dir: string): string[] => readdirSync(join(dir, 'chunks.lance', '_versions')).sort();
const pending = (dir: string) => pendingBlobs(dir, readRepoState(dir).embedder.dimensions);

async function pendingSegments(dir: string): Promise<ListedSegment[]> {
  return (await readSegmentList(dir))!.segments.filter(({ isPending }) => isPending === true);
}

/** The digest and the rows of an index that was built at once. */
async function expectAsFresh(repo: TempRepo, dir: string): Promise<void> {
  const clone = repo.clone();
  await cora(clone).index();
  expect(readRepoState(dir).digest).toBe(readRepoState(storeDir(clone)).digest);
  const wanted = await rowsIn(storeDir(clone));
  const ids = new Set(wanted.map(({ chunkId }) => chunkId));
  expect((await rowsIn(dir)).filter(({ chunkId }) => ids.has(chunkId))).toEqual(wanted);
  const found = (await searchRowsIn(dir)).filter(({ chunkId }) => ids.has(chunkId));
  expect(found).toEqual(await searchRowsIn(storeDir(clone)));
  expect(await cora(repo).doctor(false)).toEqual([]);
}

/** Writes other bytes into the middle of a segment. */
function damage(dir: string, { name }: ListedSegment): void {
  const file = join(dir, 'search', `${name}.segment`);
  const bytes = readFileSync(file);
  bytes.fill(0xa5, bytes.length - 400, bytes.length - 300);
  writeFileSync(file, bytes);
}

quick.it('leave the table as it is, whatever was edited, renamed or taken back', async () => {
  const { repo, dir } = await indexed();
  const before = versionsOf(dir);
  const loaded = loads.count;
  for (let at = 0; at < 10; at++) {
    repo.file(`src/f${at}.py`, sourceOf('py', 300 + at)).commit();
    expect(await cora(repo).index()).toMatchObject({ computed: 1 });
  }
  repo.git('mv', 'src/f12.py', 'src/g.py');
  repo.file('src/f0.py', sourceOf('py', 0)).commit();
  expect(await cora(repo).index()).toMatchObject({ computed: 0 });
  expect(versionsOf(dir)).toEqual(before);
  expect((await pending(dir)).size).toBe(10);
  // More than eight are joined.
  expect((await pendingSegments(dir)).length).toBeLessThan(8);
  // LanceDB is not even loaded.
  expect(loads.count).toBe(loaded);
  await expectAsFresh(repo, dir);
  for (let at = 0; at < MANY; at++) repo.file(`lib/f${at}.py`, sourceOf('py', 500 + at));
  repo.commit();
  expect(await cora(repo).index()).toMatchObject({ computed: MANY });
  expect((await pending(dir)).size).toBe(0);
  await expectAsFresh(repo, dir);
});

quick.it('embed nothing that the edited file had before', async () => {
  const { repo, dir } = await indexed();
  repo.file('src/f3.py', `${sourceOf('py', 21)}\n\ndef late(items):\n    """late."""\n    return items\n`).commit();
  expect(await cora(repo).index()).toMatchObject({ computed: 1, embedded: 1 });
  await expectAsFresh(repo, dir);
});

quick.it('look at all rows for vectors where texts cost money', async () => {
  const { repo, dir } = await indexed();
  repo.file('src/f3.py', sourceOf('py', 300)).commit();
  await cora(repo).index();
  const hashes = [...new Set((await searchRowsIn(dir)).map(({ contentHash }) => contentHash))];
  const { dimensions } = readRepoState(dir).embedder;
  const store = (await TablelessStore.open(dir, dimensions, UNTABLED.pendingRows)) as TablelessStore;
  expect((await store.vectorsOf(hashes, [], false)).size).toBe(0);
  const vectors = await store.vectorsOf([...hashes, 'unknown'], [], true);
  expect([...vectors.keys()].sort()).toEqual(hashes.sort());
  for (const { contentHash, vector } of await searchRowsIn(dir)) expect(vectors.get(contentHash)).toEqual(vector);
  const [[key]] = [...(await pending(dir))] as [[BlobKey, number]];
  expect((await store.vectorsOf(hashes, [key], false)).size).toBeGreaterThan(0);
  store.close();
});

slow.it('read a file once more where the segment that holds it is damaged', async () => {
  const { repo, dir } = await indexed();
  repo.file('src/f3.py', sourceOf('py', 300)).commit();
  await cora(repo).index();
  damage(dir, (await pendingSegments(dir))[0]!);
  expect(await cora(repo).doctor(false)).toMatchObject([{ code: 'missing-rows' }, { code: 'broken-search-file' }]);
  expect(await cora(repo).index()).toMatchObject({ computed: 1 });
  await expectAsFresh(repo, dir);
});

slow.it('take rows of the table where a segment of it is damaged', async () => {
  const { repo, dir } = await indexed();
  repo.file('src/f3.py', sourceOf('py', 300)).commit();
  await cora(repo).index();
  const { segments } = (await readSegmentList(dir))!;
  damage(dir, segments.find(({ isPending }) => isPending === undefined)!);
  expect(await cora(repo).index()).toMatchObject({ computed: 0 });
  expect((await pending(dir)).size).toBeGreaterThan(0);
  await expectAsFresh(repo, dir);
});

slow.it.each(SECTIONS.filter((name) => !['blobs', 'ids'].includes(name)))(
  'take nothing from a segment with another byte among its %s',
  async (section) => {
    const { repo, dir } = await indexed();
    const [{ name }] = (await readSegmentList(dir))!.segments as [ListedSegment];
    const file = join(dir, 'search', `${name}.segment`);
    const bytes = readFileSync(file);
    const { atime, mtime } = statSync(file);
    const [from, length] = (await readHeader(new MemoryRanges(bytes))).sections[section];
    if (length === 0) return;
    bytes[from + Math.floor(length / 2)]! ^= 16;
    writeFileSync(file, bytes);
    utimesSync(file, atime, mtime);
    repo.file('src/f3.py', `${sourceOf('py', 21)}\n\ndef late(items):\n    """late."""\n    return items\n`).commit();
    expect(await cora(repo).index()).toMatchObject({ computed: 1 });
    await expectAsFresh(repo, dir);
  },
);

slow.it('look at every byte again after an hour, however often there were runs that did not', async () => {
  const { repo, dir } = await indexed();
  await cora(repo).index();
  damage(dir, (await readSegmentList(dir))!.segments[0]!);
  const long = new Date(Date.now() - 7_200_000);
  for (const name of readdirSync(join(dir, 'search'))) utimesSync(join(dir, 'search', name), long, long);
  await cora(repo).index();
  expect(await cora(repo).doctor(false)).toMatchObject([{ code: 'broken-search-file' }]);
  const state = (await readWholeState(dir))!;
  await writeState(dir, { ...state, times: { ...state.times, lookedAt: long.toISOString() } });
  // It has something to do, and writes the state.
  repo.file('src/new.py', sourceOf('py', 300)).commit();
  await cora(repo).index();
  expect((await readState(dir))!.times.lookedAt).toBe(long.toISOString());
  await cora(repo).index();
  expect((await readState(dir))!.times.lookedAt).not.toBe(long.toISOString());
  await expectAsFresh(repo, dir);
});

slow.it('are those of few files, of few bytes, and with few rows pending', async () => {
  const { repo, dir } = await indexed();
  let seed = 1000;
  const isPendingAfter = async (files: number): Promise<boolean> => {
    for (let at = 0; at < files; at++) repo.file(`src/g${at}.py`, sourceOf('py', seed++));
    repo.commit();
    await cora(repo).index();
    return (await pending(dir)).size > 0;
  };
  expect(await isPendingAfter(UNTABLED.files)).toBe(true);
  expect(await isPendingAfter(UNTABLED.files + 1)).toBe(false);
  UNTABLED.bytes = 10;
  expect(await isPendingAfter(1)).toBe(false);
  Object.assign(UNTABLED, limits, { pendingRows: 1 });
  expect(await isPendingAfter(2)).toBe(true);
  expect(await isPendingAfter(1)).toBe(false);
  await expectAsFresh(repo, dir);
});

quick.it('are possible again after a gc, which puts pending rows into the table', async () => {
  const { repo, dir } = await indexed();
  repo.file('src/f3.py', sourceOf('py', 300)).commit();
  await cora(repo).index();
  expect((await pending(dir)).size).toBe(1);
  await cora(repo).gc();
  expect((await pending(dir)).size).toBe(0);
  const loaded = loads.count;
  repo.file('src/f4.py', sourceOf('py', 301)).commit();
  await cora(repo).index();
  expect((await pending(dir)).size).toBe(1);
  expect(loads.count).toBe(loaded);
});

slow.it('are packed from a partial clone, which says of each file that it lacks why', async () => {
  const { repo } = await indexed();
  repo.file('lib/away.py', sourceOf('py', 90)).commit();
  const clone = repo.clone('--filter=blob:none', '--sparse');
  clone.git('sparse-checkout', 'set', 'src');
  await cora(clone).index();
  clone.file('src/f3.py', sourceOf('py', 300)).commit();
  const { files, chunks } = await cora(clone).index();
  expect(files).toBe(MANY);
  expect((await pending(storeDir(clone))).size).toBe(1);
  expect(await cora(clone).pack()).toMatchObject({ files, chunks });
});

slow.it('keep what they have when they are aborted', async () => {
  const { repo, dir } = await indexed();
  for (let at = 0; at < 4; at++) repo.file(`src/f${at}.py`, sourceOf('py', 300 + at));
  repo.commit();
  const stop = new AbortController();
  const onProgress = ({ done }: Progress): void => {
    if (done > 0) stop.abort();
  };
  await expect(cora(repo).index({}, stop.signal, onProgress)).rejects.toMatchObject({ code: 'ABORTED' });
  const kept = (await pending(dir)).size;
  expect(await cora(repo).index()).toMatchObject({ computed: 4 - kept });
  await expectAsFresh(repo, dir);
});

slow.it('go on where one was killed before it wrote a view or its state', async () => {
  const { repo, dir } = await indexed();
  const before = tempDir();
  for (const name of ['views', 'repo_state.json']) cpSync(join(dir, name), join(before, name), { recursive: true });
  repo.file('src/f3.py', sourceOf('py', 300)).commit();
  await cora(repo).index();
  for (const name of ['views', 'repo_state.json']) {
    rmSync(join(dir, name), { recursive: true });
    cpSync(join(before, name), join(dir, name), { recursive: true });
  }
  expect(await cora(repo).index()).toMatchObject({ computed: 0, embedded: 0 });
  await expectAsFresh(repo, dir);
});

slow.it('give way to the table where somebody has written to it', async () => {
  const { repo, dir } = await indexed();
  utimesSync(join(dir, 'chunks.lance', '_versions', versionsOf(dir)[0]!), new Date(), new Date());
  repo.file('src/f3.py', sourceOf('py', 300)).commit();
  await cora(repo).index();
  expect((await pending(dir)).size).toBe(0);
  await expectAsFresh(repo, dir);
});

quick.it('lose nothing of other segments where doctor repairs a damaged one', async () => {
  const { repo, dir } = await indexed();
  for (const at of [3, 4]) {
    repo.file(`src/f${at}.py`, sourceOf('py', 300 + at)).commit();
    await cora(repo).index();
  }
  const [first] = await pendingSegments(dir);
  damage(dir, first!);
  const findings = await cora(repo).doctor(false);
  expect(findings).toMatchObject([{ code: 'missing-rows' }, { code: 'broken-search-file' }]);
  await repairStore(dir, findings as Finding[]);
  expect((await pendingSegments(dir)).length).toBe(1);
  expect(await cora(repo).index()).toMatchObject({ computed: 1 });
  await expectAsFresh(repo, dir);
});

quick.it('of another branch go with a byte that changed, and the table is not asked again', async () => {
  const { repo, dir } = await indexed();
  repo.git('switch', '-q', '-c', 'side');
  repo.file('src/side.py', sourceOf('py', 300)).commit();
  await cora(repo).index();
  repo.git('switch', '-q', 'main');
  damage(dir, (await pendingSegments(dir))[0]!);
  repo.file('src/f3.py', sourceOf('py', 301)).commit();
  await cora(repo).index();
  expect(await cora(repo).doctor(false)).toEqual([]);
  const loaded = loads.count;
  repo.file('src/f4.py', sourceOf('py', 302)).commit();
  await cora(repo).index();
  expect(loads.count).toBe(loaded);
  await expectAsFresh(repo, dir);
});

slow.it('need no table where most rows are of other branches', async () => {
  const { repo, dir } = await indexed();
  repo.git('switch', '-q', '-c', 'few');
  for (let at = 1; at < MANY; at++) repo.git('rm', '-q', `src/f${at}.py`);
  repo.commit();
  await cora(repo).index();
  const before = versionsOf(dir);
  repo.file('src/f0.py', sourceOf('py', 301)).commit();
  await cora(repo).index();
  expect(versionsOf(dir)).toEqual(before);
  expect((await pending(dir)).size).toBe(1);
  await expectAsFresh(repo, dir);
});
