/** Which blobs someone may still want: those of all refs, worktrees and indexes, and of where refs stood in the last days. */

import type { Repository } from './repository.ts';
import { placeOf, runGit } from './runGit.ts';

/** As long as it takes to notice that a branch was reset by mistake. */
const REFLOG_DAYS = 14;

/** @param now seconds since 1970, to which the age of a reflog entry is compared */
export async function liveBlobs(repo: Repository, now: number): Promise<Set<string>> {
  const worktrees = await worktreesOf(repo);
  const tips = [
    ...(await refTips(repo)),
    ...worktrees.flatMap(({ head }) => (head === null ? [] : [head])),
    ...(await recentReflog(repo, now)),
  ];
  if (repo.head !== null) tips.push(repo.head.commit);
  const live = await objectsOf(repo, new Set(tips));
  for (const { path } of worktrees) for (const blob of await indexedBlobs(repo, path)) live.add(blob);
  return live;
}

async function refTips(repo: Repository): Promise<string[]> {
  const { stdout } = await runGit(placeOf(repo), ['for-each-ref', '--format=%(objectname)']);
  return stdout.toString().split('\n').filter(Boolean);
}

/** `worktree /path NUL HEAD sha NUL branch … NUL NUL worktree …`; before git 2.36 a newline stands for each NUL. */
async function worktreesOf(repo: Repository): Promise<{ path: string; head: string | null }[]> {
  const list = ['worktree', 'list', '--porcelain'];
  const whole = await runGit(placeOf(repo), [...list, '-z'], { mayFail: true });
  const [{ stdout }, end] = whole.status === 0 ? [whole, '\0'] : [await runGit(placeOf(repo), list), '\n'];
  const fields = stdout
    .toString()
    .split(end + end)
    .filter(Boolean)
    .map((entry) => entry.split(end));
  return fields.flatMap((lines) => {
    const path = lines.find((line) => line.startsWith('worktree '))?.slice('worktree '.length);
    const head = lines.find((line) => line.startsWith('HEAD '))?.slice('HEAD '.length) ?? null;
    return path === undefined || lines.includes('bare')
      ? []
      : [{ path, head: head === null || /^0+$/.test(head) ? null : head }];
  });
}

/** `<commit> HEAD@{1700000000}` */
async function recentReflog(repo: Repository, now: number): Promise<string[]> {
  const { stdout } = await runGit(placeOf(repo), ['log', '--walk-reflogs', '--all', '--date=unix', '--format=%H %gd'], {
    mayFail: true,
  });
  const since = now - REFLOG_DAYS * 24 * 3600;
  return stdout
    .toString()
    .split('\n')
    .flatMap((line) => {
      const entry = /^([0-9a-f]+) .*@\{(\d+)\}$/.exec(line);
      return entry !== null && Number(entry[2]) >= since ? [entry[1]!] : [];
    });
}

/** All objects of the commits' trees, without their history. Names that are not commits (a tag of a blob) count themselves. */
async function objectsOf(repo: Repository, tips: ReadonlySet<string>): Promise<Set<string>> {
  if (tips.size === 0) return new Set();
  const args = [
    'rev-list',
    '--objects',
    '--no-object-names',
    '--no-walk=unsorted',
    '--missing=allow-any',
    '--ignore-missing',
    '--stdin',
  ];
  const { stdout } = await runGit(placeOf(repo), args, { input: `${[...tips].join('\n')}\n` });
  return new Set(stdout.toString().split('\n').filter(Boolean));
}

/** Staged content may be committed at any moment. */
async function indexedBlobs(repo: Repository, worktree: string): Promise<string[]> {
  const { stdout } = await runGit({ cwd: worktree, env: repo.env }, ['ls-files', '--stage', '-z'], { mayFail: true });
  return stdout
    .toString('latin1')
    .split('\0')
    .flatMap((line) => /^\d+ ([0-9a-f]+) /.exec(line)?.[1] ?? []);
}
