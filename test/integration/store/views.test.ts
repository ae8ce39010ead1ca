/** views/<id>.view: written only where it says something new, because readers that stay read it again then. */

import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ViewRecord } from '../../../src/store/views.ts';
import { currentView, pruneViews, readView, viewStamp, writeCurrentView, writeView } from '../../../src/store/views.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

const VIEW: ViewRecord = {
  commit: '1'.repeat(40),
  tree: '2'.repeat(40),
  repository: 'https://example.com/one.git',
  chunks: 3,
  tokens: 40,
  words: 30,
  hashes: Uint32Array.from([1, 5]),
  counts: Uint32Array.from([2, 3]),
  vectorSum: Float64Array.from([0, 16384]),
  rowsDigest: Uint32Array.from([1, 2, 3, 4]),
  redacted: [],
  files: [{ path: 'src/a.ts', blob: '3'.repeat(40), language: 'typescript' }],
};

it('keeps the file of a view that is what it was', async () => {
  const dir = tempDir();
  await writeView(dir, 'abc', VIEW);
  await writeCurrentView(dir, 'abc');
  const stamp = await viewStamp(dir, 'abc');
  await writeView(dir, 'abc', { ...VIEW });
  expect(await viewStamp(dir, 'abc')).toBe(stamp);
  const moved = { ...VIEW, commit: '4'.repeat(40) };
  await writeView(dir, 'abc', moved);
  expect(await viewStamp(dir, 'abc')).not.toBe(stamp);
  expect(await readView(dir, 'abc')).toMatchObject({ commit: moved.commit, chunks: 3 });
});

it('makes a view that one comes back to the newest', async () => {
  const dir = tempDir();
  for (const id of ['abc', 'def']) {
    await writeView(dir, id, VIEW);
    await writeCurrentView(dir, id);
    utimesSync(join(dir, 'views', `${id}.view`), 1000, id === 'abc' ? 1000 : 2000);
  }
  await writeView(dir, 'abc', VIEW);
  await writeCurrentView(dir, '(torn)');
  expect(await currentView(dir)).toBe('abc');
});

it('keeps as many views as it is told, whatever a killed writer left beside them', async () => {
  const dir = tempDir();
  for (const [at, id] of ['aa', 'bb', 'cc'].entries()) {
    await writeView(dir, id, VIEW);
    utimesSync(join(dir, 'views', `${id}.view`), 1000 + at, 1000 + at);
  }
  await writeCurrentView(dir, 'aa');
  // Newer than all of them: of this Cora and of an earlier one.
  for (const left of ['.dd.view.4711.0123456789ab.tmp', 'ee.view.4711.tmp'])
    writeFileSync(join(dir, 'views', left), '{');
  await pruneViews(dir, 1, new Set(['aa']));
  expect(readdirSync(join(dir, 'views')).sort()).toEqual(['aa.view', 'cc.view', 'current']);
});
