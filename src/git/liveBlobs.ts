/**
 * Finds which blobs someone may still want: those of all refs, worktrees and indexes, and of where
 * refs stood in the last days.
 */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CoraError } from '../base/errors.ts';
import { type Repository, refuseLostHead } from './repository.ts';
import { gitLines, gitPlaceOf, runGit } from './runGit.ts';

/** Entries of the reflog keep their blobs until a branch that was reset by mistake is noticed. */
const REFLOG_DAYS = 14;

/**
 * @param now seconds since 1970, to which the age of a reflog entry is compared
 * @throws CoraError GIT where it cannot be known
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
  const live = await objectsOf(repo, new Set(tips));
  for (const gitDir of await gitDirsOf(repo)) for (const blob of await indexedBlobs(repo, gitDir)) live.add(blob);
  return live;
}

/** Does not look at the folders of worktrees: whoever made a Git directory may name any. */
async function gitDirsOf({ commonDir }: Repository): Promise<string[]> {
  const linked = join(commonDir, 'worktrees');
  const entries = await readdir(linked, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    // What is staged in the worktrees would be taken for dead.
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

/** All objects of the commits' trees, without their history. A name of a blob counts itself. */
async function objectsOf(repo: Repository, tips: ReadonlySet<string>): Promise<Set<string>> {
  if (tips.size === 0) return new Set();
  const which = ['--no-walk=unsorted', '--missing=allow-any', '--ignore-missing', '--stdin'];
  const args = ['rev-list', '--objects', '--no-object-names', ...which];
  return new Set(await gitLines(repo, args, { input: `${[...tips].join('\n')}\n` }));
}

/**
 * Staged content may be committed at any moment. Git reads the index file alone, from a folder that
 * is there: a worktree, and its Git directory too, may vanish meanwhile. Then nothing is staged in
 * it.
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
  /** Why git would forget it: its folder is gone. Null for one that is there, or locked. */
  prunable: string | null;
}

/**
 * `worktree /path NUL HEAD sha NUL branch … NUL prunable why NUL NUL worktree …`; before git 2.36 a
 * newline stands for each NUL.
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
