/** A write that ended in the middle of a manifest, before the run had written its state: the next run of cora index repairs it. */

import { copyFileSync, existsSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cora } from '../../helpers/cora.ts';
import { tempDir, tempRepo } from '../../helpers/tempRepo.ts';

it.each(['chunks', 'commits'])('of the table of %s', async (name) => {
  const repo = tempRepo();
  repo.file('src/a.ts', 'export function first() {}\n').commit('first');
  await cora(repo).index();
  const store = join(repo.dir, '.git/cora');
  const files = readdirSync(store, { recursive: true, encoding: 'utf8' });
  const table = join(store, files.find((path) => path.endsWith(`${name}.lance`))!);
  const state = files.filter((path) => /(?:repo_state|sums|commits)\.json$/.test(path));
  expect(state.length).toBeGreaterThan(1);
  const kept = tempDir();
  for (const [at, path] of state.entries()) copyFileSync(join(store, path), join(kept, String(at)));
  repo.file('src/b.ts', 'export function second() {}\n').remove('src/a.ts').commit('second');
  await cora(repo).index();
  for (const [at, path] of state.entries()) copyFileSync(join(kept, String(at)), join(store, path));
  const versions = join(table, '_versions');
  const newest = join(
    versions,
    readdirSync(versions)
      .filter((one) => one.endsWith('.manifest'))
      .sort()[0]!,
  );
  truncateSync(newest, statSync(newest).size - 20);
  rmSync(join(versions, 'latest_version_hint.json'), { force: true });
  await cora(repo).index();
  const found = await cora(repo).query('second');
  expect(found.results.map(({ path }) => path)).toEqual(['src/b.ts']);
  expect((await cora(repo).commits('second')).commits.map(({ subject }) => subject)).toEqual(['second']);
  expect(await cora(repo).doctor(false)).toEqual([]);
  expect(existsSync(table)).toBe(true);
});
