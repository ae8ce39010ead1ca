/** Which folders are watched, on real git and real file events. */

import { mkdirSync, watch } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { type FolderWatcher, watchFolders } from '../../../src/freshness/watch.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import { listIgnoredFolders } from '../../../src/git/tracking.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

const closes: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closes.splice(0)) await close();
});

interface Watched {
  folders: FolderWatcher;
  changes: number;
  /** Resolves at the next change. */
  next(): Promise<void>;
}

async function watched(repo: TempRepo, ignored: readonly string[]): Promise<Watched> {
  const repository = await openRepository(repo.dir, repo.env);
  let wake = (): void => undefined;
  const seen = { changes: 0 };
  const folders = await watchFolders({
    repository: { ...repository, worktree: repository.worktree! },
    ignored,
    onChange: () => {
      seen.changes += 1;
      wake();
    },
    onError: (error) => {
      throw error;
    },
  });
  closes.push(() => folders.close());
  const next = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  return Object.assign(seen, { folders, next });
}

function withIgnored(): TempRepo {
  const repo = tempRepo();
  repo.file('src/one.ts', 'export const one = 1;\n').file('.gitignore', 'build/\n').commit();
  mkdirSync(repo.path('build'));
  return repo;
}

async function ignoredIn(repo: TempRepo): Promise<string[]> {
  return listIgnoredFolders(await openRepository(repo.dir, repo.env));
}

/** Writes files into a folder, and resolves when this process has been told of the last: whoever else watches it was, too. */
async function writeSeen(repo: TempRepo, folder: string): Promise<void> {
  const seen = new Promise<void>((resolve) => {
    const watcher = watch(repo.path(folder), (_, name) => {
      if (name === 'out4.js') resolve();
    });
    closes.push(() => watcher.close());
  });
  for (let at = 0; at < 5; at++) repo.file(`${folder}/out${at}.js`, 'x');
  await seen;
  await new Promise((resolve) => setImmediate(resolve));
}

describe('watchFolders', () => {
  it('looks into no folder that git ignores', async () => {
    const repo = withIgnored();
    const watch = await watched(repo, await ignoredIn(repo));
    await writeSeen(repo, 'build');
    expect(watch.changes).toBe(0);
    const change = watch.next();
    repo.file('src/two.ts', 'export const two = 2;\n');
    await change;
  });

  it('leaves a folder alone that git has come to ignore', async () => {
    const repo = withIgnored();
    const ignored = await ignoredIn(repo);
    const watch = await watched(repo, []);
    await writeSeen(repo, 'build');
    const before = watch.changes;
    expect(before).toBeGreaterThan(0);
    watch.folders.leave(ignored);
    await writeSeen(repo, 'build');
    expect(watch.changes).toBe(before);
  });
});
