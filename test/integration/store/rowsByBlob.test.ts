/** Rows of many blobs, one blob after the other, read by their places in a real table. */

import { afterEach, describe, expect, it } from 'vitest';
import type { BlobKey, ChunkRow } from '../../../src/base/types.ts';
import { type ChunkStore, openStore } from '../../../src/store/openStore.ts';
import { ROW_COLUMNS } from '../../../src/store/schema.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { DIMENSIONS, keyOf, rowOf, shaOf } from './children/rows.ts';

/** More than are looked up in lists, and more rows than are read together. */
const BLOBS = 1300;
const opened: ChunkStore[] = [];

async function open(dir: string, mode: 'read' | 'write'): Promise<ChunkStore> {
  const store = await openStore(dir, DIMENSIONS, mode);
  opened.push(store);
  return store;
}

afterEach(() => {
  for (const store of opened.splice(0)) store.close();
});

/** One to four rows of a blob. Every other blob is there in two languages. */
function rowsOfBlob(blob: number): ChunkRow[] {
  return Array.from({ length: 1 + (blob % 4) }, (_, part) =>
    rowOf(`${blob} ${part}`, {
      blobSha: shaOf(`blob ${blob >> 1}`),
      language: blob % 2 === 0 ? 'text' : 'python',
      startByte: 10 * part,
      endByte: 10 * part + 10,
    }),
  );
}

function blobs(count: number): ChunkRow[][] {
  return Array.from({ length: count }, (_, blob) => rowsOfBlob(blob));
}

/** Takes a step through the blobs that meets each of them once, in another order than that of the table. */
function shuffled<T>(all: readonly T[]): T[] {
  return all.map((_, at) => all[(at * 37) % all.length]!);
}

async function read(store: ChunkStore, keys: readonly BlobKey[]): Promise<[BlobKey, ChunkRow[]][]> {
  const out: [BlobKey, ChunkRow[]][] = [];
  for await (const { key, rows } of store.rowsByBlob(keys, ROW_COLUMNS))
    out.push([key, rows.sort((a, b) => a.startByte - b.startByte)]);
  return out;
}

describe('rowsByBlob', () => {
  it.each([
    ['few', 20],
    ['many', BLOBS],
  ])('gives whole blobs in the order asked for, each once, and those without rows (%s)', async (_, count) => {
    const dir = tempDir();
    const store = await open(dir, 'write');
    const all = blobs(count);
    // In several commits, so in several fragments.
    for (let at = 0; at < count; at += 500) await store.append(all.slice(at, at + 500).flat());
    const wanted = shuffled(all);
    const absent: BlobKey = `${'b'.repeat(40)}:text`;
    const keys = [...wanted.map((rows) => keyOf(rows[0]!)), absent, keyOf(wanted[0]![0]!)];
    expect(await read(await open(dir, 'read'), keys)).toEqual([
      ...wanted.map((rows) => [keyOf(rows[0]!), rows]),
      [absent, []],
    ]);
  });

  it('brings only the columns asked for and what names the blob', async () => {
    const store = await open(tempDir(), 'write');
    const all = blobs(BLOBS);
    await store.append(all.flat());
    for await (const { rows } of store.rowsByBlob(
      all.map((rows) => keyOf(rows[0]!)),
      ['symbol'],
    ))
      for (const row of rows) expect(Object.keys(row).sort()).toEqual(['blobSha', 'language', 'symbol']);
  });

  it('gives what is there when rows before others are removed and appended while it reads', async () => {
    const dir = tempDir();
    const writer = await open(dir, 'write');
    const all = blobs(BLOBS);
    await writer.append(all.flat());
    const keys = all.map((rows) => keyOf(rows[0]!));
    const out: ChunkRow[] = [];
    let seen = 0;
    for await (const { rows } of (await open(dir, 'read')).rowsByBlob(keys, ROW_COLUMNS)) {
      out.push(...rows);
      if (++seen !== 10) continue;
      // All places move, and the table is rewritten.
      await writer.replace(all.slice(0, 200).flat());
      await writer.optimize(60_000);
    }
    const sorted = (rows: readonly ChunkRow[]) => [...rows].sort((a, b) => (a.chunkId < b.chunkId ? -1 : 1));
    expect(sorted(out)).toEqual(sorted(all.flat()));
  });
});
