/** A run that is killed on its way from the rows to the view leaves a search file that answers, and the next run makes it good. */

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSearchFile, readSegmentList, searchFolder } from '../../../src/engine/searchFile.ts';
import { SearchFileWriter } from '../../../src/engine/searchFileWriter.ts';
import { openStore } from '../../../src/store/openStore.ts';
import { quick, shareOf } from '../../helpers/slow.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { bundleChild, ended, startChild } from '../store/bundleChild.ts';
import { all, DIMENSIONS, keyOf, rowOf, rowsOf } from '../store/children/rows.ts';

const ids = (rows: readonly { chunkId: string }[]): string[] => rows.map(({ chunkId }) => chunkId).sort();

async function found(dir: string): Promise<string[]> {
  const search = await openSearchFile(dir, DIMENSIONS);
  const rows = ids(await search.rowsWithTerms(['name'], 1000));
  expect(ids(await all(search.scan(['chunkId'])))).toEqual(rows);
  search.close();
  return rows;
}

async function inTable(dir: string): Promise<string[]> {
  const store = await openStore(dir, DIMENSIONS, 'read');
  const rows = ids(await all(store.scan(['chunkId'])));
  store.close();
  return rows;
}

const segmentsIn = (dir: string): string[] =>
  readdirSync(searchFolder(dir)).filter((name) => name.endsWith('.segment'));

const MOMENTS = ['rows', 'segment', 'list'] as const;

it.each(shareOf(MOMENTS, 3))('killed when the %s was written', async (moment) => {
  const script = await bundleChild('indexer', import.meta.dirname);
  const dir = tempDir();
  expect(await ended(startChild(script, [dir, '0', '20', 'end']))).toMatchObject({ code: 0, stdout: '1', stderr: '' });
  const before = await found(dir);
  expect(before).toEqual(ids(rowsOf(20)));
  const files = segmentsIn(dir);
  const list = await readSegmentList(dir);

  const killed = await ended(startChild(script, [dir, '20', '20', moment]));
  expect(killed).toMatchObject({ signal: 'SIGKILL', stdout: '' });
  const rows = await inTable(dir);
  expect(rows).toEqual(ids(rowsOf(40).filter((row) => row.chunkId !== rowOf(19).chunkId)));
  // Whoever reads now sees the rows of the run before, or all of the next one.
  expect(await found(dir)).toEqual(moment === 'list' ? rows : before);
  expect(segmentsIn(dir).length > files.length).toBe(moment !== 'rows');
  if (moment !== 'list') expect(await readSegmentList(dir)).toEqual(list);

  const store = await openStore(dir, DIMENSIONS, 'write');
  const search = await SearchFileWriter.begin(dir, store);
  await search.finish(store);
  expect(await found(dir)).toEqual(rows);
  expect((await readSegmentList(dir))!.version).toBe(await store.version());
  const more = rowsOf(3, 100);
  const next = await SearchFileWriter.begin(dir, store);
  await store.append(more);
  await next.add(more);
  await next.finish(store);
  store.close();
  expect(await found(dir)).toEqual(await inTable(dir));
});

it.each(shareOf(MOMENTS, 3, 1))('killed in the first run when the %s was written', async (moment) => {
  const script = await bundleChild('indexer', import.meta.dirname);
  const dir = tempDir();
  expect(await ended(startChild(script, [dir, '0', '20', moment]))).toMatchObject({ signal: 'SIGKILL', stdout: '' });
  if (moment !== 'list') await expect(openSearchFile(dir, DIMENSIONS)).rejects.toMatchObject({ code: 'NO_INDEX' });
  expect(await ended(startChild(script, [dir, '20', '5', 'end']))).toMatchObject({ code: 0, stderr: '' });
  expect(await found(dir)).toEqual(await inTable(dir));
});

quick.it.each<[string, (dir: string) => void]>([
  ['a list that is torn', (dir) => writeFileSync(join(searchFolder(dir), 'segments.json'), '{"format":1,"segm')],
  ['a list of another form', (dir) => writeFileSync(join(searchFolder(dir), 'segments.json'), '{"format":99}')],
  ['a segment that is torn', (dir) => writeFileSync(join(searchFolder(dir), segmentsIn(dir)[0]!), 'CORASEG1')],
  ['half a file beside', (dir) => writeFileSync(join(searchFolder(dir), `.x.segment.1.${'0'.repeat(12)}.tmp`), 'half')],
])('%s is made again of the rows', async (_, damage) => {
  const dir = tempDir();
  const store = await openStore(dir, DIMENSIONS, 'write');
  await store.append(rowsOf(20));
  await (await SearchFileWriter.begin(dir, store)).finish(store);
  damage(dir);
  const next = await SearchFileWriter.begin(dir, store);
  await store.remove([keyOf(rowOf(3))]);
  await next.finish(store);
  store.close();
  expect(await found(dir)).toEqual(ids(rowsOf(20).filter((row) => row.chunkId !== rowOf(3).chunkId)));
});
