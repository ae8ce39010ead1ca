/** A file or folder that its user may not read, as containers leave them: it is said, and stops nothing. Root may read all, so the system calls are made to fail. */

import { expect, test, vi } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import { readRepositoryFile } from '../../../src/git/readRepositoryFile.ts';
import { workingTreeChanges } from '../../../src/git/workingTreeChanges.ts';
import { grepRepository, searchableFiles } from '../../../src/grep/grepRepository.ts';
import { grepSettings, indexSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { cora } from '../../helpers/cora.ts';
import { sourceOf } from '../../helpers/sources.ts';
import { tempDir, tempRepo } from '../../helpers/tempRepo.ts';

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const openSync: typeof fs.openSync = (path, ...more) => {
    if (!String(path).includes('closed')) return fs.openSync(path, ...more);
    throw Object.assign(new Error(`EACCES: permission denied, open '${path}'`), { code: 'EACCES' });
  };
  // A folder that may be listed but not entered: its files exist, and nothing tells of them.
  const lstatSync = ((path, ...more) => {
    if (!String(path).includes('locked/')) return fs.lstatSync(path, ...more);
    throw Object.assign(new Error(`EACCES: permission denied, lstat '${path}'`), { code: 'EACCES' });
  }) as typeof fs.lstatSync;
  return { ...fs, openSync, lstatSync };
});

function repository() {
  const repo = tempRepo();
  repo.file('a.py', sourceOf('py', 1)).file('closed.py', sourceOf('py', 20)).commit();
  repo.file('closed.py', sourceOf('py', 30)).file('data/closed', 'x').file('b.py', sourceOf('py', 40));
  return repo;
}

test('a look at the working tree goes on', async () => {
  const temp = repository();
  const repo = await openRepository(temp.dir, temp.env);
  const changes = await workingTreeChanges(repo);
  expect(changes.map(({ path, status, file, skipped }) => [path, status, file === null, skipped?.reason])).toEqual([
    ['b.py', 'untracked', false, undefined],
    ['closed.py', 'modified', true, 'unreadable'],
    ['data/closed', 'untracked', true, 'unreadable'],
  ]);
  await expect(readRepositoryFile(repo, 'closed.py')).rejects.toMatchObject({
    code: 'BAD_PATH',
    message: "'closed.py' may not be read: permission denied.",
  });
});

test('a query answers, and names what it did not see', async () => {
  const repo = repository();
  await cora(repo).index();
  const { freshness, results } = await cora(repo).query('total items');
  expect(results.length).toBeGreaterThan(0);
  expect(results.map(({ path }) => path)).not.toContain('closed.py');
  expect(freshness.missingFiles).toEqual([
    { path: 'closed.py', reason: 'may not be read: permission denied' },
    { path: 'data/closed', reason: 'may not be read: permission denied' },
  ]);
});

test('so does cora grep', async () => {
  const { dir, env } = repository();
  const surroundings = { dir, env, cacheDir: tempDir(), log: silentLog };
  const limits = { maxTotal: 1000, signal: new AbortController().signal };
  const { hits, skipped } = await grepRepository('def', indexSettings(resolveOptions({}, {}, null)), surroundings, {
    ...grepSettings(resolveOptions({}, {}, null)),
    ...limits,
  });
  expect(new Set(hits.map(({ path }) => path))).toEqual(new Set(['a.py', 'b.py']));
  expect(skipped).toEqual([
    { path: 'closed.py', reason: 'unreadable' },
    { path: 'data/closed', reason: 'unreadable' },
  ]);
});

test('a folder that may not be entered stops nothing either, and its files are not taken for deleted', async () => {
  const temp = tempRepo();
  temp.file('a.py', sourceOf('py', 1)).file('locked/b.py', sourceOf('py', 20)).commit();
  temp.file('locked/new.py', sourceOf('py', 30)).remove('locked/b.py');
  const repo = await openRepository(temp.dir, temp.env);
  const changes = await workingTreeChanges(repo);
  expect(changes.map(({ path, status, file, skipped }) => [path, status, file, skipped?.reason])).toEqual([
    ['locked/b.py', 'modified', null, 'unreadable'],
    ['locked/new.py', 'untracked', null, 'unreadable'],
  ]);
  await expect(readRepositoryFile(repo, 'locked/b.py')).rejects.toMatchObject({
    code: 'BAD_PATH',
    message: "'locked/b.py' may not be read: permission denied.",
  });
  const found = searchableFiles(temp.dir);
  expect(found.check('locked/b.py')).toBe('unreadable');
});
