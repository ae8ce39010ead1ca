/** A write that ended in the middle of a file, before the run had written its state: the next run of cora index repairs it. */

import { copyFileSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cora } from '../../helpers/cora.ts';
import { tempDir, tempRepo } from '../../helpers/tempRepo.ts';

const TABLES: Readonly<Record<string, (store: string, files: readonly string[]) => void>> = {
  chunks: (store, files) => {
    const versions = join(store, files.find((path) => path.endsWith('chunks.lance'))!, '_versions');
    const manifests = readdirSync(versions).filter((one) => one.endsWith('.manifest'));
    cutOff(join(versions, manifests.sort()[0]!));
    rmSync(join(versions, 'latest_version_hint.json'), { force: true });
  },
  commits: (store) => cutOff(join(store, 'commits.rows')),
};

function cutOff(file: string): void {
  truncateSync(file, statSync(file).size - 20);
}

it.each(Object.keys(TABLES))('of the table of %s', async (name) => {
  const repo = tempRepo();
  repo.file('src/a.ts', 'export function first() {}\n').commit('first');
  await cora(repo).index();
  const store = join(repo.dir, '.git/cora');
  const files = readdirSync(store, { recursive: true, encoding: 'utf8' });
  const state = files.filter((path) => /(?:repo_state|sums|commits)\.json$/.test(path));
  expect(state.length).toBeGreaterThan(1);
  const kept = tempDir();
  for (const [at, path] of state.entries()) copyFileSync(join(store, path), join(kept, String(at)));
  repo.file('src/b.ts', 'export function second() {}\n').remove('src/a.ts').commit('second');
  await cora(repo).index();
  // Which puts the rows of so few files into the table.
  await cora(repo).gc();
  for (const [at, path] of state.entries()) copyFileSync(join(kept, String(at)), join(store, path));
  TABLES[name]!(store, files);
  await cora(repo).index();
  const found = await cora(repo).query('second');
  expect(found.results.map(({ path }) => path)).toEqual(['src/b.ts']);
  expect((await cora(repo).commits('second')).commits.map(({ subject }) => subject)).toEqual(['second']);
  expect(await cora(repo).doctor(false)).toEqual([]);
});
