/** Which blobs someone may still want: those of all refs, worktrees and indexes, and of where refs stood in the last days. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repository } from './repository.ts';
import { placeOf, runGit } from './runGit.ts';

/** As long as it takes to notice that a branch was reset by mistake. */
const REFLOG_DAYS = 14;

/** @param now seconds since 1970, to which the age of a reflog entry is compared */
export async function liveBlobs(repo: Repository, now: number): Promise<Set<string>> {
  const tips = [...(await refTips(repo)), ...(await worktreeHeads(repo)), ...(await recentReflog(repo, now))];
  if (repo.head !== null) tips.push(repo.head.commit);
  const live = await objectsOf(repo, new Set(tips));
  for (const gitDir of await gitDirsOf(repo)) for (const blob of await indexedBlobs(repo, gitDir)) live.add(blob);
  return live;
}

async function refTips(repo: Repository): Promise<string[]> {
  const { stdout } = await runGit(placeOf(repo), ['for-each-ref', '--format=%(objectname)']);
  return stdout.toString().split('\n').filter(Boolean);
}

/** `worktree /path NUL HEAD sha NUL branch … NUL NUL worktree …`; before git 2.36 a newline stands for each NUL. */
async function worktreeHeads(repo: Repository): Promise<string[]> {
  const list = ['worktree', 'list', '--porcelain'];
  const whole = await runGit(placeOf(repo), [...list, '-z'], { mayFail: true });
  const [{ stdout }, end] = whole.status === 0 ? [whole, '\0'] : [await runGit(placeOf(repo), list), '\n'];
  const fields = stdout
    .toString()
    .split(end + end)
    .filter(Boolean)
    .map((entry) => entry.split(end));
  return fields.flatMap((lines) => {
    const head = lines.find((line) => line.startsWith('HEAD '))?.slice('HEAD '.length);
    return head === undefined || lines.includes('bare') || /^0+$/.test(head) ? [] : [head];
  });
}

/** Lists the Git directories of all worktrees. It does not look at their folders: whoever made a Git directory may name any. */
async function gitDirsOf({ commonDir }: Repository): Promise<string[]> {
  const linked = join(commonDir, 'worktrees');
  const entries = await readdir(linked, { withFileTypes: true }).catch(() => []);
  return [commonDir, ...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(linked, name))];
}

/** `<commit> HEAD@{1700000000}` */
async function recentReflog(repo: Repository, now: number): Promise<string[]> {
  const args = ['log', '--walk-reflogs', '--all', '--date=unix', '--encoding=UTF-8', '--format=%H %gd'];
  const { stdout } = await runGit(placeOf(repo), args, { mayFail: true });
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
async function indexedBlobs(repo: Repository, gitDir: string): Promise<string[]> {
  const env = { ...repo.env, GIT_DIR: gitDir, GIT_COMMON_DIR: repo.commonDir };
  const place = { ...placeOf(repo), cwd: gitDir, env };
  const { stdout } = await runGit(place, ['ls-files', '--stage', '-z'], { mayFail: true });
  return stdout
    .toString('latin1')
    .split('\0')
    .flatMap((line) => /^\d+ ([0-9a-f]+) /.exec(line)?.[1] ?? []);
}
