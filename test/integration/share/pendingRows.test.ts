/** Rows that a pull brought and that no table holds yet: everything that reads or writes an index knows them. */

import { cpSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect } from 'vitest';
import { hasPending } from '../../../src/engine/joinSegments.ts';
import { readSegmentList } from '../../../src/engine/searchFile.ts';
import { SearchFileWriter } from '../../../src/engine/searchFileWriter.ts';
import { UNTABLED } from '../../../src/indexing/build/keepRows.ts';
import { withStore } from '../../../src/store/openStore.ts';
import { indexedFiles, readRepoState, rowsIn, searchRowsIn, storeDir } from '../../helpers/compareStores.ts';
import { cora } from '../../helpers/cora.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { sourceOf } from '../../helpers/sources.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { mustEqual, published } from './publishedIndex.ts';

const limits = { ...UNTABLED };
afterEach(() => void Object.assign(UNTABLED, limits));

const tableOf = (dir: string): string[] => readdirSync(dir).filter((name) => name.endsWith('.lance'));

describe('after a pull that leaves nothing to compute', () => {
  quick.it('there is no table, and doctor, status, gc, a dry run and pack find nothing amiss', async () => {
    const { repo, packed, clone } = await published();
    await cora(clone).pull(packed.file);
    const dir = storeDir(clone);
    expect(tableOf(dir)).toEqual([]);
    expect(await cora(clone).doctor(false)).toEqual([]);
    expect(await cora(clone).index({ 'dry-run': true })).toMatchObject({ computed: 0, chunks: packed.chunks });
    const { digest, chunks } = packed;
    expect(await cora(clone).pack()).toMatchObject({ digest, chunks });
    expect(await hasPending(dir)).toBe(true);
    expect(await cora(clone).gc()).toMatchObject({ rows: packed.chunks, deadRows: 0 });
    expect(await hasPending(dir)).toBe(false);
    expect(await rowsIn(dir)).toEqual(await rowsIn(storeDir(repo)));
    expect(await cora(clone).doctor(false)).toEqual([]);
  });

  quick.it('the next commit embeds its own, and needs no table either', async () => {
    const { repo, packed, clone } = await published();
    await cora(clone).pull(packed.file);
    repo.file('src/late.py', sourceOf('py', 99)).commit('late');
    clone.git('pull', '-q');
    const fresh = await cora(clone).index();
    expect(fresh).toMatchObject({ computed: 1 });
    expect(fresh.embedded).toBe((await indexedFiles(storeDir(clone)))['src/late.py']!.chunks.length);
    await cora(repo).index();
    expect(tableOf(storeDir(clone))).toEqual([]);
    await mustEqual(clone, repo);
    expect(await cora(clone).doctor(false)).toEqual([]);
    await cora(clone).gc();
    expect(await hasPending(storeDir(clone))).toBe(false);
    await mustEqual(clone, repo);
  });

  quick.it('a pull that leaves files to compute needs none, and one that leaves many makes it', async () => {
    const { repo, packed, clone } = await published();
    const other = repo.clone();
    for (let at = 0; at < 3; at++) repo.file(`late/f${at}.py`, sourceOf('py', 500 + at));
    repo.commit('late');
    for (const one of [clone, other]) one.git('pull', '-q');
    expect((await cora(clone).pull(packed.file)).index).toMatchObject({ computed: 3 });
    expect(tableOf(storeDir(clone))).toEqual([]);
    UNTABLED.files = 2;
    expect((await cora(other).pull(packed.file)).index).toMatchObject({ computed: 3 });
    expect(await hasPending(storeDir(other))).toBe(false);
    await cora(repo).index();
    await mustEqual(clone, repo);
    await mustEqual(other, repo);
  });

  slow.it('a run that was killed after it wrote rows is made good by the next one', async () => {
    const { repo, packed, clone } = await published();
    await cora(clone).pull(packed.file);
    const dir = storeDir(clone);
    const before = tempDir();
    cpSync(join(dir, 'search'), join(before, 'search'), { recursive: true });
    await cora(clone).gc();
    // The table has all rows, and the list does not know.
    rmSync(join(dir, 'search'), { recursive: true });
    cpSync(join(before, 'search'), join(dir, 'search'), { recursive: true });
    expect(await hasPending(dir)).toBe(true);
    expect(await cora(clone).index()).toMatchObject({ computed: 0, embedded: 0 });
    expect(await hasPending(dir)).toBe(false);
    await mustEqual(clone, repo);
    expect(await cora(clone).doctor(false)).toEqual([]);
  });

  slow.it('a damaged segment is found, and its files are indexed here', async () => {
    const { repo, packed, clone } = await published();
    await cora(clone).pull(packed.file);
    const dir = join(storeDir(clone), 'search');
    const [segment] = readdirSync(dir).filter((name) => name.endsWith('.segment'));
    truncateSync(join(dir, segment!), 2000);
    expect(await cora(clone).doctor(false)).toMatchObject([{ code: 'broken-search-file', fixable: true }]);
    expect(await cora(clone).doctor(true)).toMatchObject([{ code: 'broken-search-file', fixed: true }]);
    await mustEqual(clone, repo);
  });

  slow.it('a writer that knows nothing of them leaves them where they are', async () => {
    const { packed, clone } = await published();
    await cora(clone).pull(packed.file);
    const dir = storeDir(clone);
    const before = await searchRowsIn(dir);
    await withStore(dir, readRepoState(dir).embedder.dimensions, 'write', async (store) => {
      await (await SearchFileWriter.begin(dir, store)).finish(store);
    });
    expect(await hasPending(dir)).toBe(true);
    expect(await searchRowsIn(dir)).toEqual(before);
  });

  slow.it('edits of a working tree are indexed beside them, and they go on waiting', async () => {
    const { packed, clone } = await published();
    await cora(clone).pull(packed.file);
    clone.file('src/edited.ts', 'export function refundOrder(): void {}\n');
    const { results } = await cora(clone).query('refund order');
    expect(results[0]).toMatchObject({ symbol: 'refundOrder', status: 'untracked' });
    expect(await hasPending(storeDir(clone))).toBe(true);
  });
});

slow.it('a store with a table takes what is new to it, and keeps the rest where it is', async () => {
  const { repo, packed, clone } = await published();
  clone.git('rm', '-q', '-r', 'lib');
  clone.commit('fewer');
  await cora(clone).index();
  clone.git('reset', '-q', '--hard', 'HEAD~1');
  const report = await cora(clone).pull(packed.file);
  expect(report.blobs.added).toBeGreaterThan(0);
  expect(report.blobs.known).toBeGreaterThan(0);
  expect(await hasPending(storeDir(clone))).toBe(true);
  expect(await cora(clone).doctor(false)).toEqual([]);
  await mustEqual(clone, repo);
  // They are few: a run with as little to do leaves them where they are.
  expect(await hasPending(storeDir(clone))).toBe(true);
  UNTABLED.files = 2;
  for (let at = 0; at < 3; at++) clone.file(`late/f${at}.py`, sourceOf('py', 500 + at));
  clone.commit('many');
  await cora(clone).index();
  expect(await hasPending(storeDir(clone))).toBe(false);
});

slow.it('a segment that is not there any more is no matter to the next pull', async () => {
  const { repo, packed, clone } = await published();
  await cora(clone).pull(packed.file);
  const dir = storeDir(clone);
  for (let at = 0; at < 9; at++) {
    repo.file(`src/late${at}.py`, sourceOf('py', 600 + at)).commit();
    await cora(repo).index();
    const { file } = await cora(repo).pack();
    clone.git('pull', '-q');
    if (at === 4) {
      const { segments } = (await readSegmentList(dir))!;
      rmSync(join(dir, 'search', `${segments.at(-1)!.name}.segment`));
    }
    await cora(clone).pull(file);
  }
  await mustEqual(clone, repo);
  expect(await cora(clone).doctor(false)).toEqual([]);
});
