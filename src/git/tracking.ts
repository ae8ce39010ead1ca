/**
 * Reads git's index and ignore rules: which files and folders git tracks, does not know, or
 * ignores.
 */

import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { CoraError } from '../base/errors.ts';
import { shellWord } from '../base/renderText.ts';
import { nulRecords, pathArguments, type Repository } from './repository.ts';
import { gitEnvironment, gitFailed, gitPlaceOf, runGit, withSettings } from './runGit.ts';

interface Tracking {
  /**
   * True if git accepts that it is missing in the working tree: skip-worktree, a sparse checkout.
   */
  mayBeAbsent: boolean;
  kind: 'tracked' | 'untracked' | 'ignored';
  /** The blob that HEAD has at this path, null if it has none. */
  headBlob: string | null;
}

/** @param path one that checkPath accepts */
export async function trackingOf(repo: Repository, path: string, signal?: AbortSignal): Promise<Tracking> {
  const place = gitPlaceOf(repo);
  const options = { signal };
  // On the disk where `path` was found, names that differ only in case are two files.
  const exact = { ...place, env: withSettings(place.env, [['core.ignorecase', 'false']]) };
  const { spec, inTree } = pathArguments(path);
  const [cached, others, head] = await Promise.all([
    runGit(place, ['ls-files', '-v', '-z', '--cached', '--', spec], options),
    runGit(exact, ['ls-files', '-z', '--others', '--exclude-standard', '--', spec], options),
    repo.head === null
      ? null
      : runGit(place, ['--literal-pathspecs', 'ls-tree', '-z', repo.head.tree, ...inTree], options),
  ]);
  const [tag] = nulRecords(cached.stdout).find((record) => record.slice(2) === path) ?? [];
  const isUntracked = nulRecords(others.stdout).includes(path);
  const found = head === null ? undefined : nulRecords(head.stdout).find((record) => record.endsWith(`\t${path}`));
  const headBlob = /^100\d+ blob ([0-9a-f]+)\t/.exec(found ?? '')?.[1] ?? null;
  const kind = tag !== undefined ? 'tracked' : isUntracked ? 'untracked' : 'ignored';
  return { kind, mayBeAbsent: /s/i.test(tag ?? ''), headBlob };
}

/**
 * Refuses a folder that git tracks: it came with the repository, and whoever made that chose its
 * content.
 * @throws CoraError STORE, GIT
 */
export async function refuseTracked(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const tracked = await trackedIn(folder, env);
  if (tracked === null) return;
  throw new CoraError('STORE', `${folder} is tracked by Git: an index that came with a repository is not used.`, {
    hint: `choose another folder, or: git rm -r --cached -- ${shellWord(tracked.name)}, then remove the folder and run: cora index`,
  });
}

/**
 * @returns the working tree around a folder, and the folder's name there, if git tracks anything in
 * it; otherwise null
 * @throws CoraError GIT if git cannot tell
 */
export async function trackedIn(folder: string, env: NodeJS.ProcessEnv): Promise<{ top: string; name: string } | null> {
  if (!existsSync(folder)) return null;
  const real = realpathSync(folder);
  for (const top of workingTreesAround(real)) {
    const name = relative(top, real).split(sep).join('/');
    const args = ['ls-files', '-z', '--cached', '--', `:(top,literal)${name}`];
    const { stdout, stderr, status } = await runGit({ cwd: top, env: gitEnvironment(env) }, args, { mayFail: true });
    // If git cannot tell, for example in a repository of another user, files may still be tracked.
    if (status !== 0 && !stderr.includes('not a git repository')) throw gitFailed(args, stderr, status);
    if (stdout.length > 0) return { top, name: name || '.' };
  }
  return null;
}

/**
 * Returns the folder itself and folders above it that are working trees. They are recognised by
 * `.git`, which nobody can track. Git itself would also accept a folder in the form of a bare
 * repository, which somebody can track.
 */
function workingTreesAround(path: string): string[] {
  const found: string[] = [];
  for (let dir = path; ; dir = dirname(dir)) {
    // Git tracks nothing in a folder of this name.
    if (basename(dir) === '.git') return found;
    if (existsSync(join(dir, '.git'))) found.push(dir);
    if (found.some((top) => top !== path) || dirname(dir) === dir) return found;
  }
}

/** Returns entries by path; for a file in conflict, our side. */
export async function indexEntries(repo: Repository): Promise<Map<string, { mode: string; blob: string }>> {
  const { stdout } = await runGit(repo, ['ls-files', '-s', '-z']);
  const entries = new Map<string, { mode: string; blob: string }>();
  for (const record of nulRecords(stdout)) {
    // `100644 1eb41fa37ae41f8ea4cb7af5b5ce5a3a0d1b1b52 0\tsrc/a.ts`
    const [, mode, blob, stage, path] = /^(\d+) ([0-9a-f]+) (\d)\t([\s\S]*)$/.exec(record) ?? [];
    if (path !== undefined && (stage === '0' || stage === '2')) entries.set(path, { mode: mode!, blob: blob! });
  }
  return entries;
}

/** @returns paths from the top level; a folder inside of an ignored one is not listed */
export async function listIgnoredFolders(repo: Repository): Promise<string[]> {
  if (repo.worktree === null) return [];
  const args = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'];
  const { stdout } = await runGit(repo, args);
  return nulRecords(stdout).flatMap((path) => (path.endsWith('/') ? [path.slice(0, -1)] : []));
}
