/** Contract 1: an incremental index equals a fresh one, whatever else the store holds. histories.test.ts: whatever happened in between. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { blobKeyOf, rowKeyOf } from '../../../src/base/identity.ts';
import type { SearchResult } from '../../../src/base/searchTypes.ts';
import type { RepoState } from '../../../src/base/types.ts';
import { UNTABLED } from '../../../src/indexing/build/keepRows.ts';
import { indexedFiles, readRepoState, rowsIn } from '../../helpers/compareStores.ts';
import { cora, storeRoot } from '../../helpers/cora.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

const QUERIES = ['append the account', 'checkDigest', 'how to join events', 'decode_header', 'total'];

const limits = { ...UNTABLED };
afterEach(() => void Object.assign(UNTABLED, limits));

// Nothing is small with less than no files: every run writes to the table.
describe.each([
  ['the search file', UNTABLED.files],
  ['the table', -1],
])('incremental = full, where new rows go to %s', (_, files) => {
  beforeEach(() => void Object.assign(UNTABLED, { files }));

  quick.it('with the built-in model, after a branch, an edit, a revert and a merge', async () => {
    const repo = startingRepo();
    const { index } = cora(repo, { embedder: 'builtin' });
    await index();
    repo.git('switch', '-q', '-c', 'side');
    repo.file('a.py', sourceOf('py', 50)).file('lib/f.ts', sourceOf('ts', 51)).commit();
    await index();
    repo.git('switch', '-q', 'main');
    repo.file('d.go', sourceOf('go', 52)).commit();
    await index();
    repo.git('revert', '--no-edit', 'HEAD');
    repo.git('merge', '--no-edit', '-q', 'side');
    await index();
    await expectSameAsFresh(repo, repo, 'builtin');
  });

  quick.it('computes nothing for a rename, a copy, a revert, a branch switch or a worktree', async () => {
    const repo = startingRepo();
    await cora(repo).index();
    const original = readFileSync(repo.path('a.py'));
    const nothing = { computed: 0, embedded: 0 };

    repo.move('a.py', 'lib/renamed.py').commit();
    expect(await cora(repo).index()).toMatchObject(nothing);
    repo.file('copy.py', original).commit();
    expect(await cora(repo).index()).toMatchObject(nothing);
    repo.file('b.ts', sourceOf('ts', 77)).commit();
    expect(await cora(repo).index()).toMatchObject({ computed: 1 });
    repo.git('revert', '--no-edit', 'HEAD');
    expect(await cora(repo).index()).toMatchObject(nothing);
    repo.git('switch', '-q', '-c', 'old', 'HEAD~3');
    expect(await cora(repo).index()).toMatchObject(nothing);
    expect(await cora(repo.worktree('other', 'main')).index()).toMatchObject(nothing);
  });

  quick.it('embeds again only the chunks of a changed file whose content changed', async () => {
    const repo = tempRepo();
    const functions = Array.from(
      { length: 12 },
      (_, at) => `def function_${at}(value):\n${`    value = value + ${at}\n`.repeat(20)}    return value\n`,
    );
    repo.file('big.py', functions.join('\n\n')).commit();
    const first = await cora(repo).index();
    expect(first.embedded).toBeGreaterThanOrEqual(12);
    repo
      .file('big.py', functions.with(5, functions[5]!.replace('return value', 'return -value')).join('\n\n'))
      .commit();
    expect(await cora(repo).index()).toMatchObject({ computed: 1, embedded: 1 });
  });

  slow.it('chunks the same bytes as another language anew, and both answer', async () => {
    const repo = tempRepo();
    repo.file('x.py', sourceOf('py', 3)).commit();
    await cora(repo).index();
    repo.move('x.py', 'x.txt').commit();
    expect(await cora(repo).index()).toMatchObject({ computed: 1 });
    await expectSameAsFresh(repo, repo);
  });
});

function startingRepo(): TempRepo {
  const repo = tempRepo();
  repo
    .file('a.py', sourceOf('py', 1))
    .file('b.ts', sourceOf('ts', 2))
    .file('docs/c.md', sourceOf('md', 3))
    .file('d.go', sourceOf('go', 5))
    .file('e.json', sourceOf('json', 8));
  repo.commit('first');
  repo.file('a.py', sourceOf('py', 9)).commit('second');
  return repo;
}

async function expectSameAsFresh(where: TempRepo, main: TempRepo, embedder = 'hash'): Promise<void> {
  const fresh = tempDir('cora-fresh-');
  await cora(where, { store: fresh, embedder }).index();
  const [grown, built] = await Promise.all([viewRows(storeRoot(main)), viewRows(fresh)]);
  expect(grown.files).toEqual(built.files);
  expect(grown.state.digest).toBe(built.state.digest);
  expect(grown.rows).toEqual(built.rows);
  for (const mode of ['words', 'vectors', 'hybrid']) {
    const [incremental, full] = await Promise.all([
      cora(where, { embedder }).queryAll(QUERIES, { mode }),
      cora(where, { store: fresh, embedder }).queryAll(QUERIES, { mode }),
    ]);
    expect(incremental.map(timeless)).toEqual(full.map(timeless));
  }
}

function timeless(result: SearchResult): Omit<SearchResult, 'tookMs'> {
  const { tookMs: _, ...rest } = result;
  return rest;
}

/** The state and all rows of its view, every column, in one order. */
async function viewRows(root: string): Promise<{ state: RepoState; files: object; rows: unknown[] }> {
  const [fingerprint] = readdirSync(root).filter((name) => /^[0-9a-f]{16}$/.test(name));
  const dir = join(root, fingerprint!);
  const state = readRepoState(dir);
  const files = await indexedFiles(dir);
  const blobs = new Set(Object.values(files).map(blobKeyOf));
  return { state, files, rows: (await rowsIn(dir)).filter((row) => blobs.has(rowKeyOf(row))) };
}
