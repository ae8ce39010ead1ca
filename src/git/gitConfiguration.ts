/**
 * Git's configuration: where a repository came from, without passwords and tokens, and which hooks
 * Git runs.
 */

import { resolve } from 'node:path';
import { isCoraError } from '../base/errors.ts';
import { nulRecords, type Repository } from './repository.ts';
import { gitPlaceOf, runGit } from './runGit.ts';

/** The address of `origin`, or of the first remote by name; '' where there is none. */
export async function originOf(repo: Repository): Promise<string> {
  const args = ['config', '-z', '--get-regexp', '^remote\\..*\\.url$'];
  const { stdout } = await runGit(repo, args, { mayFail: true });
  const remotes = nulRecords(stdout).map((record) => {
    const [key = '', url = ''] = record.split('\n');
    return { name: key.slice('remote.'.length, -'.url'.length), url };
  });
  const first = remotes.toSorted((a, b) => (a.name < b.name ? -1 : 1))[0];
  return withoutCredentials((remotes.find(({ name }) => name === 'origin') ?? first)?.url ?? '');
}

/** Returns '' for a folder of this machine, which tells nobody else anything. */
export function addressForOthers(url: string): string {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(url);
  const isRemote = hasScheme ? /^(https?|ssh|git):/i.test(url) : /^[^/\\:]{2,}:(?!:)/.test(url);
  return isRemote ? url : '';
}

/**
 *     https://me:token@example.com/a/b.git?key=1 → https://example.com/a/b.git
 *     ssh://git:secret@example.com/a/b.git       → ssh://git@example.com/a/b.git
 *     git@example.com:a/b.git                    → the same
 *     me:token@example.com:a/b.git               → me@example.com:a/b.git; Git does not take it
 *     ext::ssh me:token@example.com              → ext::…, whose text is a program's own
 */
export function withoutCredentials(url: string): string {
  const helper = /^[a-z0-9+.-]+::/i.exec(url);
  if (helper !== null) return `${helper[0]}…`;
  const parts = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)([^?#]*)/i.exec(url);
  if (parts === null) return url.replace(/^([^/:@]*):[^/]*@/, '$1@');
  const [, scheme, authority, path] = parts as unknown as [string, string, string, string];
  const at = authority.lastIndexOf('@');
  const user = authority.slice(0, Math.max(at, 0)).split(':')[0];
  const keep = at !== -1 && user !== '' && /ssh/i.test(scheme) ? `${user}@` : '';
  return scheme + keep + authority.slice(at + 1) + path;
}

/** @returns core.hooksPath as it counts here, with `~` expanded; null where it is not set */
export async function readHooksPath(repo: Repository): Promise<{ value: string; scope: string } | null> {
  const args = ['config', '--show-scope', '-z', '--type=path', '--get-all', 'core.hooksPath'];
  const { stdout } = await runGit(repo, args, { mayFail: true });
  // global NUL /home/me/hooks NUL local NUL .husky/_ NUL command NUL /dev/null NUL: the last one is
  // Cora's own.
  const words = stdout.toString('utf8').split('\0').slice(0, -1);
  for (let at = words.length - 2; at >= 0; at -= 2) {
    const [scope, value] = words.slice(at, at + 2);
    if (scope !== 'command') return { scope: scope!, value: value! };
  }
  return null;
}

/** Returns where Git itself looks for hooks. Absolute. */
export async function gitHooksDir(repo: Repository): Promise<string> {
  const place = gitPlaceOf(repo);
  const { stdout } = await runGit(place, ['rev-parse', '--git-path', 'hooks'], { withHooks: true });
  return resolve(place.cwd, stdout.toString('utf8').replace(/\n$/, ''));
}

/** `hook.NAME.command`: programs that newer versions of git run as hooks. */
export async function configuredHooks(repo: Repository): Promise<string[]> {
  const args = ['config', '-z', '--name-only', '--get-regexp', '^hook\\..*\\.command$'];
  const { stdout } = await runGit(repo, args, { mayFail: true });
  return stdout.toString('utf8').split('\0').slice(0, -1);
}

/** True if a file below a directory of the worktree is tracked. */
export async function tracksBelow(repo: Repository, dir: string): Promise<boolean> {
  const { stdout } = await runGit(repo, ['ls-files', '-z', '--', dir], { mayFail: true });
  return stdout.length > 0;
}

/** A hook manager that starts slowly may take a second. */
const TEST_MS = 20_000;

/**
 * Has Git run a hook, as it would after a commit. The hook decides what it does: `extra` must tell
 * it that this is a test.
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
  // In an older Git the word may be an alias, which is a program.
  const { stdout: builtins } = await runGit(repo, ['--list-cmds=builtins'], { mayFail: true });
  if (!builtins.toString('utf8').split('\n').includes('hook')) return { isKnown: false, hasEnded: true, output: '' };
  const place = { ...gitPlaceOf(repo), env: { ...repo.env, ...extra } };
  const words = ['hook', 'run', '--ignore-missing', hook, ...(args.length === 0 ? [] : ['--', ...args])];
  const options = { mayFail: true, withHooks: true, signal: AbortSignal.timeout(mostMs) };
  try {
    const { stdout, stderr } = await runGit(place, words, options);
    return { isKnown: true, hasEnded: true, output: `${stdout}${stderr}`.trim() };
  } catch (error) {
    if (!isCoraError(error) || error.code !== 'ABORTED') throw error;
    return { isKnown: true, hasEnded: false, output: '' };
  }
}
