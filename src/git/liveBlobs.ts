/**
 * Finds the blobs that somebody may still need: those of all refs, worktrees and indexes, and of
 * the recent past of refs.
 */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CoraError } from '../base/errors.ts';
import { presentObjects } from './readBlobs.ts';
import { type Repository, refuseLostHead } from './repository.ts';
import { gitLines, gitPlaceOf, runGit } from './runGit.ts';

/**
 * The reflog keeps blobs for so long, so that a branch which was reset by mistake can be restored.
 */
const REFLOG_DAYS = 14;

/**
 * @param now seconds since 1970; the age of reflog entries is measured from it
 * @throws CoraError GIT if it cannot be known
 */
export async function liveBlobs(repo: Repository, now: number): Promise<Set<string>> {
  refuseLostHead(repo);
  const heads = (await listWorktrees(repo)).flatMap(({ head }) => head ?? []);
  const tips = [
    ...(await gitLines(repo, ['for-each-ref', '--format=%(objectname)'])),
    ...heads,
    ...(await recentReflog(repo, now)),
  ];
  if (repo.head !== null) tips.push(repo.head.commit);
  const live = await presentObjects(repo, tips);
  for (const gitDir of await gitDirsOf(repo)) for (const blob of await indexedBlobs(repo, gitDir)) live.add(blob);
  return live;
}

/**
 * Returns the Git directories of all worktrees. Their working trees are not read: whoever made a
 * Git directory may name any folder.
 */
async function gitDirsOf({ commonDir }: Repository): Promise<string[]> {
  const linked = join(commonDir, 'worktrees');
  const entries = await readdir(linked, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    // Otherwise blobs that are staged in the worktrees would count as dead.
    throw new CoraError('GIT', `${linked} cannot be read (${error.code}), so what its worktrees hold is not known.`, {
      hint: 'check its owner and permissions; nothing was removed',
      cause: error,
    });
  });
  return [commonDir, ...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(linked, name))];
}

/** `<commit> HEAD@{1700000000}` */
async function recentReflog(repo: Repository, now: number): Promise<string[]> {
  const args = ['log', '--walk-reflogs', '--all', '--date=unix', '--encoding=UTF-8', '--format=%H %gd'];
  const since = now - REFLOG_DAYS * 24 * 3600;
  const lines = await gitLines(repo, args, { mayFail: true });
  return lines.flatMap((line) => {
    const entry = /^([0-9a-f]+) .*@\{(\d+)\}$/.exec(line);
    return entry !== null && Number(entry[2]) >= since ? [entry[1]!] : [];
  });
}

/**
 * Lists staged blobs, which may be committed at any moment. Git reads only the index file, from a
 * folder that exists: a worktree and its Git directory may vanish meanwhile. Then nothing is staged
 * in it.
 */
async function indexedBlobs(repo: Repository, gitDir: string): Promise<string[]> {
  const env = { ...repo.env, GIT_DIR: gitDir, GIT_COMMON_DIR: repo.commonDir };
  const { stdout } = await runGit({ ...gitPlaceOf(repo), env }, ['ls-files', '--stage', '-z'], { mayFail: true });
  return stdout
    .toString('latin1')
    .split('\0')
    .flatMap((line) => /^\d+ ([0-9a-f]+) /.exec(line)?.[1] ?? []);
}

interface ListedWorktree {
  path: string;
  /** Null for a branch without a commit, and for a bare repository. */
  head: string | null;
  /** Why git would remove it: its folder is gone. Null if the folder exists or is locked. */
  prunable: string | null;
}

/**
 * Reads `worktree /path NUL HEAD sha NUL branch … NUL prunable why NUL NUL worktree …`; before git
 * 2.36 there is a newline for each NUL.
 */
export async function listWorktrees(repo: Repository): Promise<ListedWorktree[]> {
  const list = ['worktree', 'list', '--porcelain'];
  const whole = await runGit(repo, [...list, '-z'], { mayFail: true });
  const [{ stdout }, end] = whole.status === 0 ? [whole, '\0'] : [await runGit(repo, list), '\n'];
  return stdout
    .toString()
    .split(end + end)
    .filter(Boolean)
    .map((entry) => {
      const lines = entry.split(end);
      const field = (name: string) => lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
      const head = field('HEAD');
      return {
        path: field('worktree') ?? '',
        head: head === undefined || lines.includes('bare') || /^0+$/.test(head) ? null : head,
        prunable: field('prunable') ?? null,
      };
    });
}
