/** Upkeep: old versions that go, indexes that cover the rows where others ask the table, and readers that never notice. */

import { chmodSync, existsSync, lstatSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { ChunkRow } from '../../../src/base/types.ts';
import { openSearchFile } from '../../../src/engine/searchFile.ts';
import { SearchFileWriter } from '../../../src/engine/searchFileWriter.ts';
import type { SegmentRows } from '../../../src/engine/segmentRows.ts';
import { replaceRows } from '../../../src/store/chunkRows.ts';
import { type ChunkStore, openStore } from '../../../src/store/openStore.ts';
import { openTable } from '../../../src/store/openTable.ts';
import { blobsToGather, WORD_INDEX } from '../../../src/store/optimizeTable.ts';
import { ROW_COLUMNS } from '../../../src/store/schema.ts';
import { inspectStore } from '../../../src/store/storeHealth.ts';
import { isSlow, quick, slow } from '../../helpers/slow.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { bundleChild, ended, startChild } from './bundleChild.ts';
import { all, DIMENSIONS, keyOf, rowOf, rowsOf, vectorOf } from './children/rows.ts';

const BASE = rowsOf(300);
/** As retention: versions up to a minute from now, because a machine's clock may be set back meanwhile. */
const EVERY_VERSION = -60_000;

async function writerOf(dir: string, rows = BASE): Promise<ChunkStore> {
  const store = await openStore(dir, DIMENSIONS, 'write');
  await store.append(rows);
  return store;
}

async function bringUp(dir: string, store: ChunkStore): Promise<void> {
  await (await SearchFileWriter.begin(dir, store)).finish(store);
}

/** Rows that the table's own index of words does not cover; null where it has none. */
async function unindexedIn(dir: string): Promise<number | null> {
  const table = await openTable(dir, DIMENSIONS);
  try {
    return await table.reader.unindexedRows(WORD_INDEX);
  } finally {
    table.close();
  }
}

async function wordsFound(dir: string, text: string): Promise<number> {
  const table = await openTable(dir, DIMENSIONS);
  try {
    let found = 0;
    const words = { column: 'searchText', text } as const;
    for await (const batch of table.reader.select({ words, limit: 1000, columns: ['chunkId', '_score'] }))
      found += batch.numRows;
    return found;
  } finally {
    table.close();
  }
}

describe('optimize', () => {
  quick.it('removes old versions only, and makes no indexes that no query asks', async () => {
    const dir = tempDir();
    const store = await writerOf(dir);
    for (let i = 0; i < 5; i++) {
      await store.append([rowOf(`later ${i}`)]);
      await store.optimize(3_600_000);
    }
    const kept = await store.stats();
    expect(kept.versions).toBeGreaterThan(5);
    await store.remove(BASE.slice(0, 200).map(keyOf));
    await store.optimize(EVERY_VERSION);
    const left = await store.stats();
    expect(left.rows).toBe(105);
    expect(left.versions).toBeLessThan(5);
    expect(left.bytes).toBeLessThan(kept.bytes);
    expect(existsSync(join(dir, 'chunks.lance', '_indices'))).toBe(false);
    expect(await unindexedIn(dir)).toBeNull();
    store.close();
  });

  quick.it('leaves a table alone that has little to fold', async () => {
    const store = await writerOf(tempDir());
    for (let i = 0; i < 5; i++) await store.append([rowOf(`later ${i}`)]);
    const { versions } = await store.stats();
    await store.optimize(EVERY_VERSION);
    expect((await store.stats()).versions).toBe(versions);
    store.close();
  });

  quick.it('makes one fragment of many small ones, and removes what only old versions had', async () => {
    const dir = tempDir();
    const store = await writerOf(dir, rowsOf(1200));
    const dataFiles = () => readdirSync(join(dir, 'chunks.lance', 'data')).length;
    const rows = rowsOf(70, 2000);
    for (const row of rows.slice(0, 60)) await store.append([row]);
    await store.optimize(EVERY_VERSION);
    expect(dataFiles()).toBe(61);
    for (const row of rows.slice(60)) await store.append([row]);
    await store.optimize(3_600_000);
    expect(dataFiles()).toBe(72);
    const byId = (some: readonly ChunkRow[]) => some.toSorted((a, b) => (a.chunkId < b.chunkId ? -1 : 1));
    const reader = await openStore(dir, DIMENSIONS, 'read');
    expect(byId(await all(reader.scan(ROW_COLUMNS)))).toEqual(byId([...rowsOf(1200), ...rows]));
    reader.close();
    for (const row of rowsOf(64, 3000)) await store.append([row]);
    await store.optimize(EVERY_VERSION);
    expect(dataFiles()).toBe(2);
    expect((await store.stats()).rows).toBe(1200 + 70 + 64);
    store.close();
  });

  slow.it('gathers no more rows at once than memory holds well', async () => {
    const dir = tempDir();
    const store = await writerOf(dir, rowsOf(400));
    for (let at = 1; at < 64; at++) await store.append(rowsOf(400, 400 * at));
    store.close();
    const table = await openTable(dir, DIMENSIONS);
    expect(await blobsToGather(table)).toHaveLength(20_000);
    table.close();
    const long = tempDir();
    const other = await writerOf(long, [rowOf(0)]);
    for (let at = 1; at < 70; at++) await other.append([rowOf(at, { text: 'x'.repeat(2 ** 21) })]);
    await other.optimize(EVERY_VERSION);
    expect(readdirSync(join(long, 'chunks.lance', 'data'))).toHaveLength(1 + 70 - 33);
    expect(await other.countRows()).toBe(70);
    other.close();
  });

  quick.it('loses nothing where it is killed after the rows were gathered', async () => {
    const dir = tempDir();
    const rows = rowsOf(64, 2000);
    const store = await writerOf(dir, rows.slice(0, 1));
    for (const row of rows.slice(1)) await store.append([row]);
    await bringUp(dir, store);
    const table = await openTable(dir, DIMENSIONS);
    expect((await blobsToGather(table)).sort()).toEqual(rows.map(keyOf).sort());
    await replaceRows(table, rows, DIMENSIONS);
    table.close();
    store.close();
    const next = await openStore(dir, DIMENSIONS, 'write');
    expect(await next.countRows()).toBe(64);
    await next.append([rowOf('next')]);
    await next.optimize(EVERY_VERSION);
    await bringUp(dir, next);
    const found = await all(next.scan(ROW_COLUMNS));
    expect(found.map(({ chunkId }) => chunkId).sort()).toEqual(
      [...rows, rowOf('next')].map(({ chunkId }) => chunkId).sort(),
    );
    next.close();
    expect((await inspectStore(dir)).map(({ code }) => code)).toEqual(['missing-state']);
  });

  quick.it('removes nothing beside a list of rows that cannot be read', async () => {
    const dir = tempDir();
    const store = await writerOf(dir);
    const files = () => readdirSync(join(dir, 'chunks.lance'), { recursive: true }) as string[];
    const versions = join(dir, 'chunks.lance', '_versions');
    for (const row of rowsOf(69, 2000)) await store.append([row]);
    const names = readdirSync(versions).filter((name) => name.endsWith('.manifest'));
    // The second newest: the others are old.
    const odd = join(versions, names.sort()[1]!);
    writeFileSync(odd, 'odd LANC');
    for (const name of files()) utimesSync(join(dir, 'chunks.lance', name), 1000, 1000);
    utimesSync(odd, new Date(), new Date());
    const before = files();
    await store.optimize(3_600_000);
    expect(files()).toEqual(expect.arrayContaining(before.filter((name) => !/sums|hint/.test(name))));
    store.close();
  });

  quick.it('indexes all rows of a table that others query', async () => {
    const dir = tempDir();
    const store = await writerOf(dir);
    for (let i = 0; i < 3; i++) {
      await store.append([rowOf(`later ${i}`)]);
      await store.optimize(EVERY_VERSION, true);
      expect(await unindexedIn(dir)).toBe(0);
    }
    expect(await wordsFound(dir, 'name')).toBe(303);
    store.close();
  });

  slow.it('leaves a few new rows of a large table that others query outside of its index', async () => {
    const dir = tempDir();
    const store = await writerOf(dir, rowsOf(3000));
    await store.optimize(EVERY_VERSION, true);
    const before = await store.stats();
    expect(await unindexedIn(dir)).toBe(0);
    await store.append(rowsOf(10, 3000));
    await store.optimize(EVERY_VERSION, true);
    expect(await store.stats()).toMatchObject({ rows: 3010, versions: before.versions + 1 });
    expect(await unindexedIn(dir)).toBe(10);
    await store.append(rowsOf(600, 3010));
    await store.optimize(EVERY_VERSION, true);
    expect(await unindexedIn(dir)).toBe(0);
    store.close();
  });

  slow.it('gives the room of removed rows back', async () => {
    const rows = rowsOf(3000).map((row) => ({ ...row, text: 'text '.repeat(200) }));
    const store = await writerOf(tempDir(), rows);
    await store.optimize(EVERY_VERSION);
    const { bytes } = await store.stats();
    await store.remove(rows.slice(0, 2500).map(keyOf));
    await store.optimize(EVERY_VERSION);
    const after = await store.stats();
    expect(after.rows).toBe(500);
    expect(after.bytes).toBeLessThan(bytes / 2);
    store.close();
  });
});

describe('readers', () => {
  slow.it('see whole answers while a writer appends, rewrites and cleans up', async () => {
    const dir = tempDir();
    const store = await writerOf(dir);
    await store.optimize(EVERY_VERSION);
    await bringUp(dir, store);
    let isWriting = true;
    const chunkIds = BASE.map(({ chunkId }) => chunkId);
    const read = async () => {
      const reader = await openStore(dir, DIMENSIONS, 'read');
      let before: SegmentRows | null = null;
      let rounds = 0;
      for (; isWriting || rounds === 0; rounds++) {
        expect(await reader.rows({ chunkIds }, ['text', 'vector'])).toHaveLength(BASE.length);
        const keys = await reader.blobKeys();
        expect(BASE.every((row) => keys.get(keyOf(row)) === 1)).toBe(true);
        const search = await openSearchFile(dir, DIMENSIONS, before);
        before?.close();
        before = search;
        expect(await search.rowsWithTerms(['word7'], 5)).toMatchObject([{ chunkId: chunkIds[7] }]);
        expect((await search.bestByVector(vectorOf(7), () => true, 1))[0]?.chunkId).toBe(chunkIds[7]);
      }
      before?.close();
      reader.close();
      return rounds;
    };
    const readers = [read(), read(), read()];
    for (let i = 0; i < (isSlow ? 15 : 5); i++) {
      await store.append([rowOf(`extra ${i}`)]);
      if (i % 4 === 3) await store.remove([keyOf(rowOf(`extra ${i - 1}`))]);
      await store.optimize(EVERY_VERSION);
      await bringUp(dir, store);
    }
    isWriting = false;
    for (const rounds of await Promise.all(readers)) expect(rounds).toBeGreaterThan(0);
    store.close();
  });

  quick.it('write nothing, so that a read-only folder serves several at once', async () => {
    const dir = tempDir();
    const store = await writerOf(dir);
    await store.optimize(EVERY_VERSION);
    await store.append([rowOf('not in the index')]);
    await bringUp(dir, store);
    store.close();
    const before = setWritable(dir, false);
    const script = await bundleChild('reader');
    const results = await Promise.all([0, 1, 2].map(() => ended(startChild(script, [dir]))));
    expect(describeFiles(dir)).toEqual(before);
    setWritable(dir, true);
    for (const { code, stdout, stderr } of results) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(JSON.parse(stdout)).toEqual({ words: 301, nearest: rowOf(1).chunkId, scanned: 301, rows: 301 });
    }
  });
});

function describeFiles(dir: string): string[] {
  const names = ['', ...(readdirSync(dir, { recursive: true }) as string[])].sort();
  return names.map((name) => {
    const { size, mtimeMs, mode } = lstatSync(join(dir, name));
    return `${name} ${size} ${mtimeMs} ${mode}`;
  });
}

function setWritable(dir: string, writable: boolean): string[] {
  for (const name of ['', ...(readdirSync(dir, { recursive: true }) as string[])]) {
    const isDirectory = lstatSync(join(dir, name)).isDirectory();
    chmodSync(join(dir, name), (isDirectory ? 0o555 : 0o444) | (writable ? 0o200 : 0));
  }
  return describeFiles(dir);
}
