/**
 * The one door to chokidar: says that something changed in a working tree or in its Git directory, and not what. Folders are
 * watched and not files, so that a tree of 100,000 files costs as much as its folders.
 */

import { join, relative, sep } from 'node:path';
import { watch } from 'chokidar';
import { CoraError } from '../base/errors.ts';
import type { Repository } from '../git/repository.ts';

export interface FolderWatcher {
  /** Folders that Git has come to ignore since: they are left alone from now on. */
  leave(folders: readonly string[]): void;
  close(): Promise<void>;
}

export interface WatchedTree {
  repository: Repository & { worktree: string };
  /** Paths from the top level that need no looking into. */
  ignored: readonly string[];
  onChange(): void;
  /** What the system refused: some changes are seen later, by the next one. */
  onError(error: CoraError): void;
}

/** Never of interest, however large; Git may not ignore them (yet). */
const NEVER = new Set(['.git', 'node_modules']);

/** Resolves when every folder is watched: whoever looks at the files after that misses nothing. */
export async function watchFolders({ repository, ignored, onChange, onError }: WatchedTree): Promise<FolderWatcher> {
  const { worktree, gitDir, commonDir } = repository;
  const left = new Set(ignored);
  const isLeft = (path: string): boolean => {
    const names = relative(worktree, path).split(sep);
    return names.some((name, at) => NEVER.has(name) || left.has(names.slice(0, at + 1).join('/')));
  };
  const common = { ignoreInitial: true, followSymlinks: false, atomic: false, ignorePermissionErrors: true } as const;
  const files = watch(worktree, {
    ...common,
    ignored: (path, stats) => stats?.isDirectory() === false || (path !== worktree && isLeft(path)),
  });
  // HEAD, the index and the marks of a rebase; then branches, and what moves them without any of those.
  const moves = watch([gitDir, join(gitDir, 'logs'), join(commonDir, 'refs', 'heads')], {
    ...common,
    ignored: (path, stats) => stats?.isDirectory() === false || !isGitFolder(path, gitDir, commonDir),
  });
  const watchers = [files, moves];
  const ready = watchers.map(
    (watcher) =>
      new Promise<void>((resolve) => {
        watcher.on('ready', resolve);
        // Files are ignored, so that what happens to them comes as a folder's own event only.
        watcher.on('raw', onChange);
        watcher.on('all', onChange);
        watcher.on('error', (error) => onError(refused(error)));
      }),
  );
  await Promise.all(ready);
  return {
    leave: (folders) => {
      const fresh = folders.filter((folder) => !left.has(folder));
      for (const folder of fresh) left.add(folder);
      if (fresh.length > 0) files.unwatch(fresh.map((folder) => join(worktree, folder)));
    },
    close: async () => {
      await Promise.all(watchers.map((watcher) => watcher.close()));
    },
  };
}

/** Not the objects, and not Cora's own folder. */
function isGitFolder(path: string, gitDir: string, commonDir: string): boolean {
  const heads = join(commonDir, 'refs', 'heads');
  return path === gitDir || path === join(gitDir, 'logs') || path === heads || path.startsWith(heads + sep);
}

function refused(error: unknown): CoraError {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const message =
    code === 'ENOSPC' || code === 'EMFILE'
      ? 'The system lets this user watch no more folders; some changes will be seen late.'
      : `A folder cannot be watched: ${(error as Error).message}`;
  const hint =
    code === 'ENOSPC'
      ? 'sudo sysctl fs.inotify.max_user_watches=524288   or do without: every query looks for itself'
      : 'CHOKIDAR_USEPOLLING=1 cora watch   looks again and again instead; every query looks for itself anyway';
  return new CoraError('PLATFORM', message, { hint, cause: error });
}
