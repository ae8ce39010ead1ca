/** A search file of which a byte has changed: the next run makes it of the rows again, and no damage is copied. */

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSearchFile, readSegmentList, searchFolder, searchStamp } from '../../../src/engine/searchFile.ts';
import { complaintOfSearchFile, SearchFileWriter } from '../../../src/engine/searchFileWriter.ts';
import { SECTIONS, type SegmentHeader } from '../../../src/engine/segmentFile.ts';
import type { SegmentRows } from '../../../src/engine/segmentRows.ts';
import { type ChunkStore, openStore } from '../../../src/store/openStore.ts';
import { quick, shareOf } from '../../helpers/slow.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { DIMENSIONS, rowOf, shaOf } from '../store/children/rows.ts';

const row = (n: number) =>
  rowOf(n, {
    blobSha: shaOf(`blob ${n}`),
    searchText: `word${n % 7} map`,
    contentHash: shaOf(`content ${n}`).slice(0, 32),
  });
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => row(from + at));

let dir: string;
let store: ChunkStore;
beforeEach(async () => {
  dir = tempDir();
  store = await openStore(dir, DIMENSIONS, 'write');
  await add(0, 40);
});
afterEach(() => store.close());

/** @param looksAtAll as of SearchFileWriter.finish */
async function add(from: number, to: number, looksAtAll = true): Promise<void> {
  const search = await SearchFileWriter.begin(dir, store);
  await store.append(rows(from, to));
  await search.add(rows(from, to));
  await search.finish(store, { looksAtAll });
}

async function run(looksAtAll = true): Promise<void> {
  await (await SearchFileWriter.begin(dir, store)).finish(store, { looksAtAll });
}

const complaint = async () => complaintOfSearchFile(dir, DIMENSIONS, await store.blobKeys());

function segments(): string[] {
  return readdirSync(searchFolder(dir))
    .filter((name) => name.endsWith('.segment'))
    .map((name) => join(searchFolder(dir), name));
}

/** In the middle of a section. */
function changeByte(file: string, section: (typeof SECTIONS)[number] | 'header'): void {
  const bytes = readFileSync(file);
  const { sections } = JSON.parse(bytes.toString('utf8', 12, 12 + bytes.readUInt32LE(8))) as SegmentHeader;
  const at =
    section === 'header' ? bytes.indexOf('"longest":') + 10 : sections[section][0] + (sections[section][1] >> 1);
  bytes[at] = section === 'header' ? '9'.charCodeAt(0) : bytes[at]! ^ 1;
  writeFileSync(file, bytes);
}

const FULL = [...SECTIONS, 'header'] as const;

async function isWhole(to: number): Promise<void> {
  expect(await complaint()).toBeNull();
  const search = await openSearchFile(dir, DIMENSIONS);
  try {
    for await (const found of search.rowsByBlob([`${row(3).blobSha}:${row(3).language}`], ['symbol', 'text', 'vector']))
      expect(found.rows).toMatchObject([{ symbol: row(3).symbol, text: row(3).text, vector: row(3).vector }]);
    expect(search.counts().rows).toBe(to);
  } finally {
    search.close();
  }
}

describe('a segment in which a byte has changed', () => {
  it.each(shareOf(FULL, 3))('%s: is found, and written again by the next run', async (section) => {
    changeByte(segments()[0]!, section);
    expect(await complaint()).toMatch(/\.segment is not as it was written/);
    await run();
    await isWhole(40);
  });

  it.each(shareOf(FULL, 3, 1))('%s: is not copied when edits join it with another', async (section) => {
    changeByte(segments()[0]!, section);
    await add(40, 70, false);
    expect((await readSegmentList(dir))!.segments).toHaveLength(1);
    await isWhole(70);
  });

  it.each(shareOf(FULL, 3, 2))('%s: is not believed after a run that was killed', async (section) => {
    changeByte(segments()[0]!, section);
    await store.append(rows(40, 42));
    await run(false);
    await isWhole(42);
  });
});

quick.it.each([
  ['cut in half', (file: string) => truncateSync(file, statSync(file).size >> 1)],
  ['longer', (file: string) => writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.alloc(8)]))],
  ['emptied', (file: string) => truncateSync(file, 0)],
  ['deleted', (file: string) => rmSync(file)],
])('a segment that is %s is refused, and written again', async (_, damage) => {
  damage(segments()[0]!);
  await expect(openSearchFile(dir, DIMENSIONS)).rejects.toMatchObject({ code: 'BROKEN_INDEX' });
  expect(await complaint()).toMatch(/\.segment is not/);
  await run(false);
  await isWhole(40);
});

quick.it('a folder in the place of a segment is refused, and found', async () => {
  const [file] = segments();
  rmSync(file!);
  mkdirSync(file!);
  await expect(openSearchFile(dir, DIMENSIONS)).rejects.toMatchObject({ code: 'BROKEN_INDEX' });
  expect(await complaint()).toMatch(/\.segment is not as it was written/);
});

quick.it('is opened again by who had the damaged file open, also where it has its old name', async () => {
  const before = await openSearchFile(dir, DIMENSIONS);
  const opened: SegmentRows[] = [before];
  try {
    const [file] = segments();
    const stamp = searchStamp(dir);
    const bytes = readFileSync(file!);
    // In the file that is open: no other file is put in its place.
    changeByte(file!, 'texts');
    expect(await complaint()).not.toBeNull();
    await run();
    expect(readFileSync(segments()[0]!).equals(bytes)).toBe(true);
    expect(searchStamp(dir)).not.toBe(stamp);
    const next = await openSearchFile(dir, DIMENSIONS, before);
    opened.push(next);
    expect(await next.rows({ chunkIds: [row(20).chunkId] }, ['text'])).toMatchObject([{ text: row(20).text }]);
  } finally {
    for (const one of opened) one.close();
  }
});

quick.it('writes nothing where nothing has changed', async () => {
  const stamp = searchStamp(dir);
  await run();
  expect(searchStamp(dir)).toBe(stamp);
});
