/** The default branch of `origin`, as the clone was told when it was made. Nothing is asked. */

import type { Repository } from './repository.ts';
import { runGit } from './runGit.ts';

const HEAD = 'refs/remotes/origin/HEAD';
const BRANCHES = 'refs/remotes/origin/';

/** @returns `main`; null where the clone does not know it */
export async function defaultBranchOf(repo: Repository): Promise<string | null> {
  const { stdout } = await runGit(repo, ['symbolic-ref', '--quiet', HEAD], { mayFail: true });
  const ref = stdout.toString('utf8').trim();
  return ref.startsWith(BRANCHES) ? ref.slice(BRANCHES.length) : null;
}
