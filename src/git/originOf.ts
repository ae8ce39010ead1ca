/** Where a repository came from, as it may be shown and stored: without passwords and tokens. */

import { nulRecords } from './pathBytes.ts';
import type { Repository } from './repository.ts';
import { placeOf, runGit } from './runGit.ts';

/** The address of `origin`, or of the first remote by name; '' where there is none. */
export async function originOf(repo: Repository): Promise<string> {
  const args = ['config', '-z', '--get-regexp', '^remote\\..*\\.url$'];
  const { stdout } = await runGit(placeOf(repo), args, { mayFail: true });
  const remotes = nulRecords(stdout).map((record) => {
    const [key = '', url = ''] = record.split('\n');
    return { name: key.slice('remote.'.length, -'.url'.length), url };
  });
  const first = remotes.toSorted((a, b) => (a.name < b.name ? -1 : 1))[0];
  return withoutCredentials((remotes.find(({ name }) => name === 'origin') ?? first)?.url ?? '');
}

/**
 *     https://me:token@example.com/a/b.git?key=1 → https://example.com/a/b.git
 *     ssh://git:secret@example.com/a/b.git       → ssh://git@example.com/a/b.git
 *     git@example.com:a/b.git                    → the same
 *     me:token@example.com:a/b.git               → me@example.com:a/b.git, though Git does not take it
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
