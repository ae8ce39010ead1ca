/**
 * Reads git's configuration: the origin of a repository, without passwords and tokens, and the
 * place of its hooks.
 */

import { nulRecords, type Repository } from './repository.ts';
import { runGit } from './runGit.ts';

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

/** True if a file below a directory of the worktree is tracked. */
export async function tracksBelow(repo: Repository, dir: string): Promise<boolean> {
  const { stdout } = await runGit(repo, ['ls-files', '-z', '--', dir], { mayFail: true });
  return stdout.length > 0;
}
