/**
 * Reads git's configuration: the origin of a repository, without passwords and tokens, and the
 * hooks that git runs.
 */

import { resolve } from 'node:path';
import { ifRefused } from '../base/errors.ts';
import { nulRecords, type Repository } from './repository.ts';
import { gitPlaceOf, runGit } from './runGit.ts';

/** Returns the address of `origin`, or of the first remote by name; '' without a remote. */
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

/** Returns '' for a folder of this machine, which means nothing to others. */
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

/** @returns the core.hooksPath that counts here, with `~` expanded; null if it is not set */
export async function readHooksPath(repo: Repository): Promise<{ value: string; scope: string } | null> {
  const args = ['config', '--show-scope', '-z', '--type=path', '--get-all', 'core.hooksPath'];
  const { stdout } = await runGit(repo, args, { mayFail: true });
  // global NUL /home/me/hooks NUL local NUL .husky/_ NUL command NUL /dev/null NUL. The last one is
  // set by Cora itself.
  const words = stdout.toString('utf8').split('\0').slice(0, -1);
  for (let at = words.length - 2; at >= 0; at -= 2) {
    const [scope, value] = words.slice(at, at + 2);
    if (scope !== 'command') return { scope: scope!, value: value! };
  }
  return null;
}

/** Returns the absolute path of the folder in which git looks for hooks. */
export async function gitHooksDir(repo: Repository): Promise<string> {
  const place = gitPlaceOf(repo);
  const { stdout } = await runGit(place, ['rev-parse', '--git-path', 'hooks'], { withHooks: true });
  return resolve(place.cwd, stdout.toString('utf8').replace(/\n$/, ''));
}

/** Returns the names in `hook.NAME.command`: programs that newer versions of git run as hooks. */
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

/** The time for a hook in milliseconds: a hook manager may take a second to start. */
const TEST_MS = 20_000;

/**
 * Lets git run a hook as after a commit. The hook decides what it does, so `extra` must tell it
 * that this is a test.
 * @param mostMs how long to wait; programs that the hook has started go on
 * @returns the hook's output; `isKnown` is false if this git cannot run hooks (before 2.36)
 */
export async function runGitHook(
  repo: Repository,
  hook: string,
  args: readonly string[],
  extra: NodeJS.ProcessEnv,
  mostMs = TEST_MS,
): Promise<{ isKnown: boolean; hasEnded: boolean; output: string }> {
  // In an older git this word could be an alias, which starts a program.
  const { stdout: builtins } = await runGit(repo, ['--list-cmds=builtins'], { mayFail: true });
  if (!builtins.toString('utf8').split('\n').includes('hook')) return { isKnown: false, hasEnded: true, output: '' };
  const place = { ...gitPlaceOf(repo), env: { ...repo.env, ...extra } };
  const words = ['hook', 'run', '--ignore-missing', hook, ...(args.length === 0 ? [] : ['--', ...args])];
  const options = { mayFail: true, withHooks: true, signal: AbortSignal.timeout(mostMs) };
  return runGit(place, words, options)
    .then(({ stdout, stderr }) => ({ isKnown: true, hasEnded: true, output: `${stdout}${stderr}`.trim() }))
    .catch(ifRefused({ isKnown: true, hasEnded: false, output: '' }, 'ABORTED'));
}
