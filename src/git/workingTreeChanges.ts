/**
 * Finds what lies in the working tree and not in HEAD: by plumbing that takes no lock, writes no
 * index and runs no program. Git says which files may differ (it trusts times and sizes); their
 * names as blobs are computed here and decide.
 */

import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { throwIfAborted } from '../base/errors.ts';
import { comparePaths } from '../base/patterns.ts';
import type { Freshness } from '../base/searchTypes.ts';
import type { SkipReason, TreeFile, View } from '../base/types.ts';
import { rawChanges } from './diffTrees.ts';
import { missingIn } from './missingContent.ts';
import {
  type ConversionSettings,
  conversionAttributes,
  conversionSettings,
  LARGEST_FILE,
  WorkingTreeReader,
} from './readWorkingFile.ts';
import {
  blobName,
  EMPTY_TREE,
  LINK_MODE,
  nulPaths,
  nulRecords,
  type Repository,
  SUBMODULE_MODE,
} from './repository.ts';
import { isRuleFile, RULE_FILES } from './ruleFiles.ts';
import { type GitPlace, gitPlaceOf, INERT_DIFF, runGit, withSettings } from './runGit.ts';
import { type FoundFile, UNREADABLE, WorkingTreeFiles } from './safePath.ts';
import { indexEntries } from './tracking.ts';

export interface WorkingTreeChange {
  path: string;
  /**
   * Against HEAD, whether staged or not: 'untracked' is what HEAD does not have, also after
   * `git add`.
   */
  status: 'modified' | 'untracked' | 'deleted';
  /** The blob that a commit would store; null where there is none, or it was not looked at. */
  file: TreeFile | null;
  /** The reason why there is something and it was not looked at. */
  skipped?: { reason: SkipReason; detail?: string };
  /** The blob's bytes, while `keepBytes` lasts. */
  bytes?: Uint8Array;
}

export interface WorkingTreeOptions {
  /** Larger files are not read. */
  maxFileSize?: number;
  /**
   * A reason for not reading a file: skipReasonOf with the view's settings saves the reading of
   * what is not indexed.
   */
  skip?: (path: string, size: number, mode: string) => SkipReason | null;
  /** The number of bytes of contents to return with the changes. */
  keepBytes?: number;
  /**
   * An absolute folder of which nothing untracked is told: the store, where it lies in the working
   * tree.
   */
  except?: string;
  signal?: AbortSignal;
}

/** The reason why a file of the index is in no answer. */
const NOT_CHECKED_OUT = 'staged, and left out of the working tree by a sparse checkout';

/**
 * Returns the paths that were not looked at, and belong to the caller's files for all that is
 * known.
 */
export function unseenIn(changes: readonly WorkingTreeChange[]): { path: string; reason: string }[] {
  return changes.flatMap(({ path, skipped }) => {
    if (skipped?.reason === 'unreadable') return [{ path, reason: UNREADABLE }];
    return skipped?.reason === 'not-checked-out' ? [{ path, reason: NOT_CHECKED_OUT }] : [];
  });
}

/** @returns a part of Freshness, empty where nothing is deleted */
export function deletedIn(changes: readonly WorkingTreeChange[]): Pick<Freshness, 'deletedFiles'> {
  const { length } = changes.filter(({ status }) => status === 'deleted');
  return length === 0 ? {} : { deletedFiles: length };
}

/** After how many files others may run: a server answers several callers. */
const BETWEEN_PAUSES = 32;

/**
 * Sorted by path. A file that only looks changed (touched, racily clean, another mode) is left out,
 * as is what Git ignores (but rule files, which are not read here). A file that git was told to
 * leave alone (assume-unchanged, skip-worktree) is looked at where it lies on the disk. Submodules
 * are never looked into. A filtered file that was touched counts as modified: only its filter could
 * tell.
 */
export async function workingTreeChanges(
  repo: Repository,
  options: WorkingTreeOptions = {},
): Promise<WorkingTreeChange[]> {
  if (repo.worktree === null) return [];
  const there = new WorkingTreeFiles(repo.worktree);
  const { files, gone, leftOut, nested, ignoredRules, settings } = await workingTreeCandidates(repo, there, options);
  const without = (skipped: NonNullable<WorkingTreeChange['skipped']>) => (path: string) =>
    ({ path, status: 'untracked', file: null, skipped }) satisfies WorkingTreeChange;
  const changes: WorkingTreeChange[] = [
    ...nested.map(without({ reason: 'submodule', detail: 'another repository' })),
    ...ignoredRules.map(without({ reason: 'ignored', detail: 'by Git' })),
    ...leftOut.map(without({ reason: 'not-checked-out', detail: NOT_CHECKED_OUT })),
    ...gone.map((path) => ({ path, status: 'deleted', file: null }) satisfies WorkingTreeChange),
  ];
  if (files.size > 0) {
    const attributes = await conversionAttributes(repo, [...files.keys()]);
    const reader = new WorkingTreeReader(repo, there, settings, attributes);
    const pass: Pass = { repo, reader, options, keep: options.keepBytes ?? 0 };
    changes.push(...(await compareAll(pass, [...files])));
  }
  return changes.sort(comparePaths);
}

interface Pass {
  repo: Repository;
  reader: WorkingTreeReader;
  options: WorkingTreeOptions;
  /** The bytes that are left of keepBytes. */
  keep: number;
}

async function compareAll(pass: Pass, files: [string, Before][]): Promise<WorkingTreeChange[]> {
  const changes: WorkingTreeChange[] = [];
  for (const [at, [path, before]] of files.entries()) {
    if (at % BETWEEN_PAUSES === BETWEEN_PAUSES - 1) await setImmediate();
    throwIfAborted(pass.options.signal);
    const change = await compare(pass, path, before);
    if (change !== null) changes.push(change);
  }
  return changes;
}

/** @returns null where the file is as the tree has it */
async function compare(pass: Pass, path: string, before: Before): Promise<WorkingTreeChange | null> {
  const found = pass.reader.files.find(path);
  const status = before === null ? 'untracked' : 'modified';
  switch (found.kind) {
    case 'absent':
      return before === null ? null : { path, status: 'deleted', file: null };
    case 'directory':
      // Nothing of a submodule is searched, changed inside or not. A new one is staged: git lists
      // no other folder.
      if (before === null) return { path, status, file: null, skipped: { reason: 'submodule' } };
      return before.mode === SUBMODULE_MODE ? null : { path, status: 'deleted', file: null };
    case 'link':
      return isSameLink(pass, path, before) ? null : { path, status, file: null, skipped: { reason: 'link' } };
    case 'special':
      return { path, status, file: null, skipped: { reason: 'not-regular' } };
    case 'file':
      return compareFile(pass, path, before, found);
  }
}

async function compareFile(
  pass: Pass,
  path: string,
  before: Before,
  found: FoundFile & { kind: 'file' },
): Promise<WorkingTreeChange | null> {
  const status = before === null ? 'untracked' : 'modified';
  const mode = found.executable ? '100755' : '100644';
  const largest = pass.options.maxFileSize ?? LARGEST_FILE;
  const reason = pass.options.skip?.(path, found.size, mode) ?? (found.size > largest ? 'too-large' : null);
  // An unwanted file may only look changed, like an empty one that was touched.
  if (reason !== null && (before === null || found.size > largest))
    return { path, status, file: null, skipped: { reason } };
  const read = await pass.reader.read(path, largest);
  if ('why' in read && read.why === 'gone') return before === null ? null : { path, status: 'deleted', file: null };
  if ('why' in read && read.why === 'unreadable') return { path, status, file: null, skipped: { reason: read.why } };
  // What a filter would make of it is not known, but where the bytes are the blob's own, nothing
  // has changed.
  const bytes = 'bytes' in read ? read.bytes : pass.reader.files.read(path, largest);
  const blob = bytes instanceof Buffer ? blobName(bytes, pass.repo.objectFormat) : null;
  if (before !== null && before.blob === blob && before.mode.startsWith('100')) return null;
  if (reason !== null) return { path, status, file: null, skipped: { reason } };
  if ('why' in read) return { path, status, file: null, skipped: { reason: 'filtered', detail: read.detail } };
  return kept(pass, { path, status, file: { path, blob: blob!, size: read.bytes.length, mode } }, read.bytes);
}

function kept(pass: Pass, change: WorkingTreeChange, bytes: Uint8Array): WorkingTreeChange {
  if (bytes.length > pass.keep) return change;
  pass.keep -= bytes.length;
  return { ...change, bytes };
}

function isSameLink({ reader, repo }: Pass, path: string, before: Before): boolean {
  if (before?.mode !== LINK_MODE) return false;
  const target = reader.files.readLink(path);
  return target !== null && blobName(target, repo.objectFormat) === before.blob;
}

// Which paths of a working tree may differ from a tree, as git's own bookkeeping tells: fast, and
// with false alarms. What the user told git not to look at (assume-unchanged, skip-worktree) is
// looked at all the same where it lies on the disk.

/** The file as the tree has it; null where the tree has none. */
type Before = { mode: string; blob: string } | null;

interface Candidates {
  files: Map<string, Before>;
  /** The tree has them, and git neither tracks them any more nor would add what lies there. */
  gone: string[];
  /** Staged, and in neither the tree nor the working tree: a sparse checkout leaves them out. */
  leftOut: string[];
  /** Untracked directories that are repositories of their own. */
  nested: string[];
  /**
   * Untracked rule files that Git ignores: they are no files of the caller, and count for all that
   * is.
   */
  ignoredRules: string[];
  settings: ConversionSettings;
}

/** @param except an absolute folder of which nothing untracked is told */
async function workingTreeCandidates(
  repo: Repository,
  there: Pick<WorkingTreeFiles, 'find'>,
  { except, signal }: { except?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Candidates> {
  const place = gitPlaceOf(repo);
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
 * Adds those that lie on the disk, and those that were not left out of it and are gone. A file that
 * a sparse checkout leaves out is as the tree has it, whatever is staged.
 * @returns what is staged there and nowhere else
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

/**
 * Finds files where names that differ in case alone are one to git, on a disk to which they are
 * two: files that git takes for the missing ones.
 */
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

/**
 * The command that lists files: its own patterns are stronger than every ignore file, so rule files
 * are listed even where those name them.
 */
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

/**
 * `H src/a.ts` NUL `? new.ts` NUL `S left/out.ts` NUL `h assumed.ts`: nearly all are the first
 * kind, and are not decoded.
 */
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
  /** The paths of these that git no longer has in its index, or on the disk. */
  removed: string[];
}

/**
 * Against the tree, not the index, so that what is staged counts. Git reads files whose times say
 * nothing: filters are off.
 */
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

// How fresh an answer is that reads files and no index: it is never behind.

/** @param view what was looked at, and what was left out @param changes all of the working tree */
export function freshnessWithoutIndex(
  { head }: Pick<Repository, 'head'>,
  { files, skipped }: Pick<View, 'files' | 'skipped'>,
  changes: readonly WorkingTreeChange[],
): Freshness {
  const dirty = new Set(changes.flatMap(({ path, file }) => (file === null ? [] : [path])));
  return {
    indexedCommit: null,
    headCommit: head?.commit ?? null,
    commitsBehind: 0,
    dirtyFiles: files.filter(({ path }) => dirty.has(path)).length,
    ...deletedIn(changes),
    asCommitted: [],
    missingFiles: [...missingIn(skipped), ...unseenIn(changes)].sort(comparePaths),
  };
}
