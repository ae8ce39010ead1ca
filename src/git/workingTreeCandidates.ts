/**
 * Which paths of a working tree may differ from a tree, as git's own bookkeeping tells: fast, and with false alarms. What the user
 * told git not to look at (assume-unchanged, skip-worktree) is looked at all the same where it lies on the disk.
 */

import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { type ConversionSettings, conversionSettings } from './conversionRules.ts';
import { INERT_DIFF, withSettings } from './gitEnvironment.ts';
import { indexEntries } from './indexEntries.ts';
import { nulPaths, nulRecords } from './pathBytes.ts';
import { rawChanges } from './rawChanges.ts';
import { EMPTY_TREE, type Repository } from './repository.ts';
import { isRuleFile, RULE_FILES } from './ruleFiles.ts';
import { type GitPlace, placeOf, runGit } from './runGit.ts';
import type { WorkingTreeFiles } from './safePath.ts';

/** The file as the tree has it; null where the tree has none. */
export type Before = { mode: string; blob: string } | null;

export interface Candidates {
  files: Map<string, Before>;
  /** The tree has them, and git neither tracks them any more nor would add what lies there. */
  gone: string[];
  /** Staged, and in neither the tree nor the working tree: a sparse checkout leaves them out. */
  leftOut: string[];
  /** Untracked directories that are repositories of their own. */
  nested: string[];
  /** Untracked rule files that Git ignores: they are no files of the caller, and count for all that is. */
  ignoredRules: string[];
  settings: ConversionSettings;
}

/** @param except an absolute folder of which nothing untracked is told */
export async function workingTreeCandidates(
  repo: Repository,
  there: Pick<WorkingTreeFiles, 'find'>,
  { except, signal }: { except?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Candidates> {
  const place = placeOf(repo);
  const [{ all, hidden, ignoredRules }, { settings, files, removed }] = await Promise.all([
    listUntracked(place, signal),
    listDiffering(repo, place, signal),
  ]);
  const left = except === undefined ? null : prefixOf(repo, except);
  const others = left === null ? all : all.filter((path) => !path.startsWith(left));
  for (const path of others) if (!path.endsWith('/') && !files.has(path)) files.set(path, null);
  const untracked = new Set(others);
  const gone = removed.filter((path) => !untracked.has(path));
  for (const path of gone) files.delete(path);
  for (const path of settings.ignoreCase ? await otherwiseWritten(place, gone, signal) : []) {
    if (!files.has(path)) files.set(path, null);
  }
  const leftOut = await addHidden(repo, there, hidden, files);
  return {
    files,
    gone,
    leftOut,
    settings,
    ignoredRules,
    nested: others.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1)),
  };
}

/**
 * Adds those that lie on the disk, and those that were not left out of it and are gone. What a sparse checkout leaves out is as the
 * tree has it, whatever is staged. @returns what is staged there and nowhere else
 */
async function addHidden(
  repo: Repository,
  there: Pick<WorkingTreeFiles, 'find'>,
  hidden: readonly Hidden[],
  files: Map<string, Before>,
): Promise<string[]> {
  const leftOut: string[] = [];
  const unknown: string[] = [];
  for (const { path, mayBeAbsent } of hidden) {
    const isLeftOut = mayBeAbsent && there.find(path).kind === 'absent';
    if (isLeftOut && files.get(path) === null) leftOut.push(path);
    if (isLeftOut) files.delete(path);
    else if (!files.has(path)) unknown.push(path);
  }
  if (unknown.length === 0) return leftOut;
  // Git found no difference between them and the tree, so the index tells what the tree has.
  const entries = await indexEntries(repo);
  for (const path of unknown) files.set(path, entries.get(path) ?? null);
  return leftOut;
}

/** Where names that differ in case alone are one to git, on a disk to which they are two: files that git takes for the missing ones. */
async function otherwiseWritten(
  place: GitPlace,
  gone: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  if (gone.length === 0) return [];
  const wanted = new Set(gone.map((path) => path.toLowerCase()));
  const env = withSettings(place.env, [['core.ignorecase', 'false']]);
  const args = ['ls-files', '--others', '--exclude-standard', '-z'];
  const { stdout } = await runGit({ ...place, env }, args, { signal });
  return nulRecords(stdout).filter((path) => wanted.has(path.toLowerCase()));
}

/** @returns `build/index/`; null for what is not below the top level */
function prefixOf({ worktree }: Repository, folder: string): string | null {
  if (worktree === null || !existsSync(folder)) return null;
  const path = relative(worktree, realpathSync(folder));
  const [first = ''] = path.split(sep);
  return first === '' || first === '..' || isAbsolute(path) ? null : `${path.split(sep).join('/')}/`;
}

interface Hidden {
  path: string;
  /** skip-worktree, as sparse checkouts set it; the other is assume-unchanged. */
  mayBeAbsent: boolean;
}

/** What stands on the command line is stronger than every ignore file: rule files are listed even where those name them. */
const LIST_FILES = ['ls-files', '-v', '--cached', '--others', ...RULE_FILES.map((name) => `--exclude=!${name}`)];

/** One look at git's index for both: what is not in it, and what git was told not to look at. */
async function listUntracked(
  place: GitPlace,
  signal: AbortSignal | undefined,
): Promise<{ all: string[]; hidden: Hidden[]; ignoredRules: string[] }> {
  const { stdout } = await runGit(place, [...LIST_FILES, '--exclude-standard', '-z'], { signal });
  const { all, hidden } = unusualIn(stdout);
  const rules = all.filter(isRuleFile);
  if (rules.length === 0) return { all, hidden, ignoredRules: [] };
  const options = { signal, input: nulPaths(rules), mayFail: true };
  const ignored = new Set(nulRecords((await runGit(place, ['check-ignore', '-z', '--stdin'], options)).stdout));
  return { all: all.filter((path) => !ignored.has(path)), hidden, ignoredRules: [...ignored] };
}

/** `H src/a.ts` NUL `? new.ts` NUL `S left/out.ts` NUL `h assumed.ts`: nearly all are the first kind, and are not decoded. */
function unusualIn(listing: Buffer): { all: string[]; hidden: Hidden[] } {
  const unusual: Buffer[] = [];
  for (let at = 0; at < listing.length; ) {
    const end = listing.indexOf(0, at);
    if (listing[at] !== 0x48) unusual.push(listing.subarray(at, end + 1));
    at = end + 1;
  }
  const all: string[] = [];
  const hidden: Hidden[] = [];
  for (const record of nulRecords(Buffer.concat(unusual))) {
    const [tag, path] = [record.charAt(0), record.slice(2)];
    if (tag === '?') all.push(path);
    else if (/[Sa-z]/.test(tag)) hidden.push({ path, mayBeAbsent: /s/i.test(tag) });
  }
  return { all, hidden };
}

interface Differing {
  settings: ConversionSettings;
  files: Map<string, Before>;
  /** Of these, what git no longer has in its index, or on the disk. */
  removed: string[];
}

/** Against the tree, not the index, so that what is staged counts. Git reads files whose times say nothing: filters are off. */
async function listDiffering(repo: Repository, place: GitPlace, signal: AbortSignal | undefined): Promise<Differing> {
  const settings = await conversionSettings(repo);
  const args = ['diff-index', '-z', '--no-renames', '--full-index', ...INERT_DIFF];
  args.push(repo.head?.tree ?? EMPTY_TREE[repo.objectFormat], '--');
  const { stdout } = await runGit({ ...place, env: settings.env }, args, { signal });
  const files = new Map<string, Before>();
  const removed: string[] = [];
  for (const { status, path, oldMode, oldBlob } of rawChanges(nulRecords(stdout))) {
    // A file in conflict comes twice, once without what it was.
    if (!/^0+$/.test(oldMode)) files.set(path, { mode: oldMode, blob: oldBlob });
    else if (!files.has(path)) files.set(path, null);
    if (status === 'D') removed.push(path);
  }
  return { settings, files, removed };
}
