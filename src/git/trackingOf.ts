/** What git knows of one path of the working tree: whether it holds the file, has not heard of it, or was told to ignore it. */

import { withSettings } from './gitEnvironment.ts';
import { nulRecords } from './pathBytes.ts';
import type { Repository } from './repository.ts';
import { placeOf, runGit } from './runGit.ts';

export interface Tracking {
  /** Git was told that it need not lie in the working tree (skip-worktree), as a sparse checkout does. */
  mayBeAbsent: boolean;
  kind: 'tracked' | 'untracked' | 'ignored';
  /** The blob that HEAD has at this path, null for none. */
  headBlob: string | null;
}

/** @param path one that checkPath lets pass */
export async function trackingOf(repo: Repository, path: string, signal?: AbortSignal): Promise<Tracking> {
  const place = placeOf(repo);
  const options = { signal };
  // Names that differ in case alone are two files to the disk that `path` was found on.
  const exact = { ...place, env: withSettings(place.env, [['core.ignorecase', 'false']]) };
  // Of a path, `:(literal)` takes away every meaning but that of its characters.
  const asked = ['--', `:(literal)${path}`];
  const [cached, others, head] = await Promise.all([
    runGit(place, ['ls-files', '-v', '-z', '--cached', ...asked], options),
    runGit(exact, ['ls-files', '-z', '--others', '--exclude-standard', ...asked], options),
    repo.head === null
      ? null
      : runGit(place, ['--literal-pathspecs', 'ls-tree', '-z', repo.head.tree, '--', path], options),
  ]);
  const [tag] = nulRecords(cached.stdout).find((record) => record.slice(2) === path) ?? [];
  const isUntracked = nulRecords(others.stdout).includes(path);
  const found = head === null ? undefined : nulRecords(head.stdout).find((record) => record.endsWith(`\t${path}`));
  const headBlob = /^100\d+ blob ([0-9a-f]+)\t/.exec(found ?? '')?.[1] ?? null;
  const kind = tag !== undefined ? 'tracked' : isUntracked ? 'untracked' : 'ignored';
  return { kind, mayBeAbsent: /s/i.test(tag ?? ''), headBlob };
}
