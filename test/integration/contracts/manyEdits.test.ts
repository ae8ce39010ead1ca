/** More edits than a query reads by itself: no file is in no answer, the answer says which are old, and `cora index` takes them in. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { createLazyParsers } from '../../../src/chunk/lazyParsers.ts';
import { findSymbols } from '../../../src/graph/symbols.ts';
import { indexEdits } from '../../../src/indexing/indexEdits.ts';
import { indexSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { MOST_NEW } from '../../../src/view/moveView.ts';
import { embedderFor, openWorkspaceFor } from '../../../src/view/workspace.ts';
import { storeDir } from '../../helpers/compareStores.ts';
import { cora } from '../../helpers/cora.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

const COUNT = MOST_NEW.files + 40;
const NAMES = Array.from({ length: COUNT }, (_, at) => `f${String(at).padStart(4, '0')}`);
const committed = (name: string) => `def open_${name}():\n    return "${name}"\n`;
const pathOf = (name: string) => `src/${name}.py`;

/** What an edited file answers with. */
const now = (name: string) => ({
  path: pathOf(name),
  text: expect.stringContaining(`close_${name}`),
  status: 'modified',
});

function written(repo: TempRepo, textOf: (name: string) => string): TempRepo {
  for (const name of NAMES) repo.file(pathOf(name), textOf(name));
  return repo;
}

slow.describe('a line that a formatter adds to each of many files', () => {
  let repo: TempRepo;
  beforeAll(async () => {
    repo = tempRepo();
    written(repo, committed).commit();
    await cora(repo).index();
    written(repo, (name) => `${committed(name)}\n\ndef close_${name}():\n    return None\n`);
  });

  slow.it('leaves every file in an answer: as it is now, or as it was committed', async () => {
    const { freshness } = await cora(repo).query('open');
    expect(freshness.missingFiles).toEqual([]);
    expect(freshness.asCommitted).toHaveLength(COUNT - MOST_NEW.files);
    expect(freshness.dirtyFiles).toBe(MOST_NEW.files);
    const old = freshness.asCommitted[0]!;
    const name = old.slice('src/'.length, -'.py'.length);
    const [opened, closed] = [await cora(repo).query(`open_${name}`), await cora(repo).query(`close_${name}`)];
    expect(opened.results[0]).toMatchObject({ path: old, symbol: `open_${name}`, status: 'committed' });
    expect(closed.results.map(({ text }) => text).join('')).not.toContain(`close_${name}`);
    const fresh = NAMES.find((one) => !freshness.asCommitted.includes(pathOf(one)))!;
    const seen = await cora(repo).query(`close_${fresh}`);
    expect(seen.results[0]).toMatchObject(now(fresh));
  });

  slow.it('finds the definitions of all of them', async () => {
    const searcher = await cora(repo).searcher();
    try {
      const context = await searcher.symbols();
      const found = await Promise.all(NAMES.map((name) => findSymbols(context, `open_${name}`)));
      expect(found.map(([first]) => first?.path)).toEqual(NAMES.map(pathOf));
    } finally {
      searcher.close();
    }
  });

  slow.it('is taken in by cora index, and searched from then on', async () => {
    const report = await cora(repo).index();
    expect(report.edits).toMatchObject({ blobs: COUNT });
    const { freshness } = await cora(repo).query('open');
    expect(freshness).toMatchObject({ asCommitted: [], missingFiles: [], dirtyFiles: COUNT });
    for (const name of [NAMES[0]!, NAMES.at(-1)!]) {
      const { results } = await cora(repo).query(`close_${name}`);
      expect(results[0]).toMatchObject(now(name));
    }
    expect((await cora(repo).index()).edits).toMatchObject({ blobs: 0 });
  });
});

quick.it('is no matter of a few edits', async () => {
  const repo = tempRepo();
  repo.file('a.py', committed('a')).commit();
  expect((await cora(repo).index()).edits).toBeUndefined();
  repo.file('a.py', committed('b'));
  expect((await cora(repo).index()).edits).toBeUndefined();
});

slow.it('are taken in by many commits of the table, which is rewritten once', async () => {
  const repo = tempRepo();
  repo.file('a.md', '# One\n').commit();
  await cora(repo).index();
  const COMMITS = 12;
  for (let at = 0; at < COMMITS; at++) repo.file(`b${at}.md`, `# Two ${at}\n`);
  const options = resolveOptions({ jobs: 0, embedder: 'hash' }, {}, null);
  const surroundings = { dir: repo.dir, env: repo.env, cacheDir: tempDir(), log: silentLog };
  const workspace = await openWorkspaceFor(indexSettings(options), surroundings);
  const embedder = await embedderFor(options, surroundings);
  const { chunk, close } = createLazyParsers();
  const versions = () => readdirSync(join(storeDir(repo), 'chunks.lance/_versions')).length;
  const before = versions();
  const batch = { files: 1, bytes: 1_000_000 };
  const request = { workspace, embedder, chunk, log: silentLog, batch };
  expect(await indexEdits(request).finally(close)).toMatchObject({ blobs: COMMITS });
  expect(versions() - before).toBeLessThan(COMMITS + 5);
});

slow.it('counts a new file that it does not read among the missing ones alone', async () => {
  const repo = tempRepo();
  repo.file('a.py', committed('a')).commit();
  await cora(repo).index();
  const { freshness } = await cora(written(repo, committed)).query('open');
  expect(freshness.missingFiles).toHaveLength(COUNT - MOST_NEW.files);
  expect(freshness.dirtyFiles).toBe(MOST_NEW.files);
});

slow.it('remembers what has nothing to search: binary files do not stand in the way of others', async () => {
  const repo = tempRepo();
  repo.file('a.py', committed('a')).commit();
  await cora(repo).index();
  for (const name of NAMES) repo.file(`data/${name}.dta`, `a\0${name}`);
  repo.file('src/z.py', committed('z'));
  expect((await cora(repo).query('open_z')).freshness.missingFiles).not.toEqual([]);
  await cora(repo).index();
  const { results, freshness } = await cora(repo).query('open_z');
  expect(results[0]).toMatchObject({ path: 'src/z.py', status: 'untracked' });
  expect(freshness).toMatchObject({ missingFiles: [], asCommitted: [], dirtyFiles: COUNT + 1 });
  repo.commit();
  expect((await cora(repo).index()).skipped).toContainEqual({ path: `data/${NAMES[0]}.dta`, reason: 'binary' });
});
