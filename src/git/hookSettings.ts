/** What Git's configuration says about hooks, and whether Git runs one: only for those who install hooks. */

import { isCoraError } from '../errors.ts';
import type { Repository } from './repository.ts';
import { placeOf, runGit } from './runGit.ts';

/** @returns core.hooksPath as it counts in this worktree, with `~` expanded; null where it is not set */
export async function readHooksPath(repo: Repository): Promise<{ value: string; scope: string } | null> {
  const args = ['config', '--show-scope', '-z', '--type=path', '--get-all', 'core.hooksPath'];
  const { stdout } = await runGit(placeOf(repo), args, { mayFail: true });
  // global NUL /home/me/hooks NUL local NUL .husky/_ NUL command NUL /dev/null NUL: the last one is Cora's own.
  const words = stdout.toString('utf8').split('\0').slice(0, -1);
  for (let at = words.length - 2; at >= 0; at -= 2) {
    const [scope, value] = words.slice(at, at + 2);
    if (scope !== 'command') return { scope: scope!, value: value! };
  }
  return null;
}

/** Whether a file below a directory of the worktree is tracked. */
export async function tracksBelow(repo: Repository, dir: string): Promise<boolean> {
  const { stdout } = await runGit(placeOf(repo), ['ls-files', '-z', '--', dir], { mayFail: true });
  return stdout.length > 0;
}

/** A hook manager that starts slowly may take a second. */
const TEST_MS = 20_000;

/**
 * Has Git run a hook, as it would after a commit. What the hook does is the hook's matter: `extra` must tell it that this is a test.
 * @param mostMs nobody waits longer for it; what it has started goes on
 * @returns what the hook printed; `isKnown` is false for a Git that can't (before 2.36)
 */
export async function runGitHook(
  repo: Repository,
  hook: string,
  args: readonly string[],
  extra: NodeJS.ProcessEnv,
  mostMs = TEST_MS,
): Promise<{ isKnown: boolean; hasEnded: boolean; output: string }> {
  const place = { ...placeOf(repo), env: { ...repo.env, ...extra } };
  const words = ['hook', 'run', '--ignore-missing', hook, ...(args.length === 0 ? [] : ['--', ...args])];
  const options = { mayFail: true, withHooks: true, signal: AbortSignal.timeout(mostMs) };
  try {
    const { stdout, stderr } = await runGit(place, words, options);
    const isKnown = !stderr.includes("'hook' is not a git command");
    return { isKnown, hasEnded: true, output: `${stdout}${stderr}`.trim() };
  } catch (error) {
    if (!isCoraError(error) || error.code !== 'ABORTED') throw error;
    return { isKnown: true, hasEnded: false, output: '' };
  }
}
