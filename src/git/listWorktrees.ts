/** The working trees of a repository, as git lists them. */

import type { Repository } from './repository.ts';
import { placeOf, runGit } from './runGit.ts';

export interface ListedWorktree {
  path: string;
  /** Null for a branch without a commit, and for a bare repository. */
  head: string | null;
  /** Why git would forget it: its folder is gone. Null for one that is there, or locked. */
  prunable: string | null;
}

/** `worktree /path NUL HEAD sha NUL branch … NUL prunable why NUL NUL worktree …`; before git 2.36 a newline stands for each NUL. */
export async function listWorktrees(repo: Repository): Promise<ListedWorktree[]> {
  const list = ['worktree', 'list', '--porcelain'];
  const whole = await runGit(placeOf(repo), [...list, '-z'], { mayFail: true });
  const [{ stdout }, end] = whole.status === 0 ? [whole, '\0'] : [await runGit(placeOf(repo), list), '\n'];
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
