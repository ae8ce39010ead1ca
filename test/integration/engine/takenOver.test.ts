/** Segments that the next reader takes over stay open until their last user has closed them; others are closed with theirs. */

import { readdirSync, readlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openSearchFile, readSegmentList } from '../../../src/engine/searchFile.ts';
import { SearchFileWriter } from '../../../src/engine/searchFileWriter.ts';
import { SegmentRows } from '../../../src/engine/segmentRows.ts';
import { type ChunkStore, openStore } from '../../../src/store/openStore.ts';
import { openBytes, segmentOf } from '../../helpers/segments.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { all, DIMENSIONS, keyOf, rowOf, rowsOf } from '../store/children/rows.ts';

async function bringUp(dir: string, store: ChunkStore): Promise<void> {
  await (await SearchFileWriter.begin(dir, store)).finish(store);
}

const textsOf = async (rows: SegmentRows): Promise<number> => (await all(rows.scan(['text']))).length;

describe('a search file', () => {
  it('answers as it was opened while the next one, with what it took over, answers as it is', async () => {
    const dir = tempDir();
    const store = await openStore(dir, DIMENSIONS, 'write');
    await store.append(rowsOf(100));
    await bringUp(dir, store);
    const first = await openSearchFile(dir, DIMENSIONS);
    await store.append([rowOf('later')]);
    await store.remove([keyOf(rowOf(3))]);
    await bringUp(dir, store);
    store.close();
    expect((await readSegmentList(dir))!.segments).toHaveLength(2);
    const second = await openSearchFile(dir, DIMENSIONS, first);
    expect([await textsOf(first), await textsOf(second)]).toEqual([100, 100]);
    expect(await first.rows({ chunkIds: [rowOf(3).chunkId] }, ['text'])).toHaveLength(1);
    expect(await second.rows({ chunkIds: [rowOf(3).chunkId] }, ['text'])).toEqual([]);
    first.close();
    expect(await textsOf(second)).toBe(100);
    const third = second.hold();
    second.close();
    expect(await textsOf(third)).toBe(100);
    third.close();
    await expect(textsOf(third)).rejects.toMatchObject({ code: 'STORE' });
  });

  it.runIf(process.platform === 'linux')('leaves no file open', async () => {
    const dir = tempDir();
    const store = await openStore(dir, DIMENSIONS, 'write');
    let before: SegmentRows | null = null;
    for (let at = 0; at < 6; at++) {
      await store.append(rowsOf(10, 10 * at));
      await bringUp(dir, store);
      const next = await openSearchFile(dir, DIMENSIONS, before);
      before?.close();
      before = next;
    }
    store.close();
    expect(segmentsOpenIn(dir)).toBe((await readSegmentList(dir))!.segments.length);
    before!.close();
    before!.close();
    expect(segmentsOpenIn(dir)).toBe(0);
  });
});

it('segments that were opened are closed where a later one cannot be', async () => {
  let closed = 0;
  const listed = ['a', 'b', 'c'].map((name) => ({ name, rows: 1, blobs: 1, bytes: 0, gone: [] }));
  const opening = SegmentRows.open(
    { segments: listed, dimensions: DIMENSIONS },
    async ({ name }) => {
      if (name === 'c') throw new Error('none');
      const segment = await openBytes(segmentOf([rowOf(name)], DIMENSIONS));
      const close = segment.close.bind(segment);
      segment.close = () => {
        closed += 1;
        close();
      };
      return segment;
    },
    null,
  );
  await expect(opening).rejects.toThrow('none');
  expect(closed).toBe(2);
});

function segmentsOpenIn(dir: string): number {
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return links.filter((file) => file.startsWith(dir) && file.includes('.segment')).length;
}
