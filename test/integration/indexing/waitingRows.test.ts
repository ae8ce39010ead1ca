/** Runs of a few new files: their rows wait in the search file, and a larger run puts them into the table. */

import { cpSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { pendingBlobs } from '../../../src/engine/joinSegments.ts';
import { type ListedSegment, readSegmentList } from '../../../src/engine/searchFile.ts';
import { readRepoState, rowsIn, searchRowsIn, storeDir } from '../../helpers/compareStores.ts';
import { cora } from '../../helpers/cora.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

/** One more than a run adds without the table. */
const MANY = 17;

async function indexed(): Promise<{ repo: TempRepo; dir: string }> {
  const repo = tempRepo();
  for (let at = 0; at < MANY; at++) repo.file(`src/f${at}.py`, sourceOf('py', at * 7));
  repo.commit();
  await cora(repo).index();
  return { repo, dir: storeDir(repo) };
}

const versionsOf = (dir: string): string[] => readdirSync(join(dir, 'chunks.lance', '_versions')).sort();
const waiting = (dir: string) => pendingBlobs(dir, readRepoState(dir).embedder.dimensions);

async function waitingSegments(dir: string): Promise<ListedSegment[]> {
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
  for (let at = 0; at < 7; at++) {
    repo.file(`src/f${at}.py`, sourceOf('py', 300 + at)).commit();
    expect(await cora(repo).index()).toMatchObject({ computed: 1 });
  }
  repo.git('mv', 'src/f9.py', 'src/g.py');
  repo.file('src/f0.py', sourceOf('py', 0)).commit();
  expect(await cora(repo).index()).toMatchObject({ computed: 0 });
  expect(versionsOf(dir)).toEqual(before);
  expect((await waiting(dir)).size).toBe(7);
  expect((await waitingSegments(dir)).length).toBeLessThan(7);
  await expectAsFresh(repo, dir);
  for (let at = 0; at < MANY; at++) repo.file(`lib/f${at}.py`, sourceOf('py', 500 + at));
  repo.commit();
  expect(await cora(repo).index()).toMatchObject({ computed: MANY });
  expect((await waiting(dir)).size).toBe(0);
  await expectAsFresh(repo, dir);
});

quick.it('embed nothing that the edited file had before', async () => {
  const { repo, dir } = await indexed();
  repo.file('src/f3.py', `${sourceOf('py', 21)}\n\ndef late(items):\n    """late."""\n    return items\n`).commit();
  expect(await cora(repo).index()).toMatchObject({ computed: 1, embedded: 1 });
  await expectAsFresh(repo, dir);
});

slow.it('read a file once more where the segment that holds it is damaged', async () => {
  const { repo, dir } = await indexed();
  repo.file('src/f3.py', sourceOf('py', 300)).commit();
  await cora(repo).index();
  damage(dir, (await waitingSegments(dir))[0]!);
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
  await expectAsFresh(repo, dir);
});

slow.it('look at every byte again after an hour', async () => {
  const { repo, dir } = await indexed();
  damage(dir, (await readSegmentList(dir))!.segments[0]!);
  const long = new Date(Date.now() - 7_200_000);
  for (const name of readdirSync(join(dir, 'search'))) utimesSync(join(dir, 'search', name), long, long);
  await cora(repo).index();
  expect(await cora(repo).doctor(false)).toMatchObject([{ code: 'broken-search-file' }]);
  utimesSync(join(dir, 'repo_state.json'), long, long);
  await cora(repo).index();
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
  expect((await waiting(dir)).size).toBe(0);
  await expectAsFresh(repo, dir);
});
