/**
 * Finds how the working tree differs from HEAD, with plumbing commands that take no lock, write no
 * index and run no program. Git says which files may differ (it trusts times and sizes); here their
 * blob names are computed, which decides.
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
import type { Skip } from './skipReasonOf.ts';
import { indexEntries } from './tracking.ts';

export interface WorkingTreeChange {
  path: string;
  /**
   * Compared with HEAD, staged or not. 'untracked' is everything that HEAD lacks, also after
   * `git add`.
   */
  status: 'modified' | 'untracked' | 'deleted';
  /** The blob that a commit would store; null if there is none, or the file was not read. */
  file: TreeFile | null;
  /** Why an existing file was not read. */
  skipped?: Skip;
  /** The blob's bytes, as long as `keepBytes` allows. */
  bytes?: Uint8Array;
}

export interface WorkingTreeOptions {
  /** Larger files are not read. */
  maxFileSize?: number;
  /**
   * Returns why a file need not be read. With skipReasonOf and the view's settings, files that are
   * not indexed are not read.
   */
  skip?: (path: string, size: number, mode: string) => SkipReason | null;
  /** The most bytes of content that are returned with the changes. */
  keepBytes?: number;
  /**
   * An absolute folder whose untracked files are not reported: the store, if it is in the working
   * tree.
   */
  except?: string;
  signal?: AbortSignal;
}

/** Why a file of the index is in no answer. */
const NOT_CHECKED_OUT = 'staged, and left out of the working tree by a sparse checkout';

/** Returns paths that were not read although they may belong to the caller's files. */
export function unseenIn(changes: readonly WorkingTreeChange[]): { path: string; reason: string }[] {
  return changes.flatMap(({ path, skipped }) => {
    if (skipped?.reason === 'unreadable') return [{ path, reason: UNREADABLE }];
    return skipped?.reason === 'not-checked-out' ? [{ path, reason: NOT_CHECKED_OUT }] : [];
  });
}

/** @returns a part of Freshness, empty if nothing is deleted */
export function deletedIn(changes: readonly WorkingTreeChange[]): Pick<Freshness, 'deletedFiles'> {
  const { length } = changes.filter(({ status }) => status === 'deleted');
  return length === 0 ? {} : { deletedFiles: length };
}

/** After so many files other work may run: a server answers several callers. */
const BETWEEN_PAUSES = 32;

/**
 * Returns the changes sorted by path. Files that only look changed (touched, racily clean, another
 * mode) are left out, and so are files that git ignores (except rule files, which are not read
 * here). A file that git was told to leave alone (assume-unchanged, skip-worktree) is compared if
 * it is on the disk. Submodules are never read. A touched file with a filter counts as modified,
 * because only its filter could tell.
 */
export async function workingTreeChanges(
  repo: Repository,
  options: WorkingTreeOptions = {},
): Promise<WorkingTreeChange[]> {
  if (repo.worktree === null) return [];
  const there = new WorkingTreeFiles(repo.worktree);
  const { files, gone, leftOut, nested, ignoredRules, settings } = await workingTreeCandidates(repo, there, options);
  const without = (skipped: Skip) => (path: string) =>
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
  /** The number of bytes of keepBytes that are left. */
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

/** @returns null if the file is as in the tree */
async function compare(pass: Pass, path: string, before: Before): Promise<WorkingTreeChange | null> {
  const found = pass.reader.files.find(path);
  const status = before === null ? 'untracked' : 'modified';
  switch (found.kind) {
    case 'absent':
      return before === null ? null : { path, status: 'deleted', file: null };
    case 'directory':
      // Submodules are not searched. A new one must be staged, because git lists no other folders.
      if (before === null) return { path, status, file: null, skipped: { reason: 'submodule' } };
      return before.mode === SUBMODULE_MODE ? null : { path, status: 'deleted', file: null };
    case 'link':
      return isSameLink(pass, path, before) ? null : { path, status, file: null, skipped: { reason: 'link' } };
    case 'special':
      return { path, status, file: null, skipped: { reason: 'not-regular' } };
    case 'unreadable':
      return { path, status, file: null, skipped: { reason: 'unreadable' } };
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
  // An unwanted file may only look changed, such as an empty one that was touched.
  if (reason !== null && (before === null || found.size > largest))
    return { path, status, file: null, skipped: { reason } };
  const read = await pass.reader.read(path, largest);
  if ('why' in read && read.why === 'gone') return before === null ? null : { path, status: 'deleted', file: null };
  if ('why' in read && read.why === 'unreadable') return { path, status, file: null, skipped: { reason: read.why } };
  // The result of a filter is not known, but if the bytes are those of the blob, nothing has
  // changed.
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

// Finds the paths that may differ from a tree, by git's own records: fast, with false alarms. Files
// that git was told not to check (assume-unchanged, skip-worktree) are included if they are on the
// disk.

/** The file in the tree; null if the tree has none. */
type Before = { mode: string; blob: string } | null;

interface Candidates {
  files: Map<string, Before>;
  /** Paths of the tree that git neither tracks any more nor would add. */
  gone: string[];
  /**
   * Staged files that are neither in the tree nor in the working tree: a sparse checkout leaves
   * them out.
   */
  leftOut: string[];
  /** Untracked directories that are repositories themselves. */
  nested: string[];
  /**
   * Untracked rule files that git ignores. They are not files of the caller, but their rules count.
   */
  ignoredRules: string[];
  settings: ConversionSettings;
}

/** @param except an absolute folder whose untracked files are not reported */
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
  // Git takes files in a folder that it may not enter for deleted ones.
  const gone = removed.filter((path) => !untracked.has(path) && there.find(path).kind !== 'unreadable');
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
 * Adds hidden files that are on the disk, and those that are missing without being left out. A file
 * that a sparse checkout leaves out counts as unchanged, whatever is staged.
 * @returns files that are only staged
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
  // Git found no difference between them and the tree, so the index tells the tree's blobs.
  const entries = await indexEntries(repo);
  for (const path of unknown) files.set(path, entries.get(path) ?? null);
  return leftOut;
}

/**
 * On a disk with case, git may ignore case. Finds files that git takes for missing ones with
 * another case.
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

/** @returns `build/index/`; null for a folder outside of the working tree */
function prefixOf({ worktree }: Repository, folder: string): string | null {
  if (worktree === null || !existsSync(folder)) return null;
  const path = relative(worktree, realpathSync(folder));
  const [first = ''] = path.split(sep);
  return first === '' || first === '..' || isAbsolute(path) ? null : `${path.split(sep).join('/')}/`;
}

interface Hidden {
  path: string;
  /** True for skip-worktree, which sparse checkouts set; otherwise it is assume-unchanged. */
  mayBeAbsent: boolean;
}

/**
 * Lists files. Its own patterns override every ignore file, so rule files are listed even if
 * ignored.
 */
const LIST_FILES = ['ls-files', '-v', '--cached', '--others', ...RULE_FILES.map((name) => `--exclude=!${name}`)];

/** Reads git's index once for both: untracked files, and files that git was told not to check. */
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
 * Reads `H src/a.ts` NUL `? new.ts` NUL `S left/out.ts` NUL `h assumed.ts`. Nearly all entries are
 * of the first kind and are not decoded.
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
  /** The paths that git no longer has in its index, or on the disk. */
  removed: string[];
}

/**
 * Compares with the tree, not the index, so that staged changes count. Git reads files whose times
 * tell nothing; filters are off.
 */
async function listDiffering(repo: Repository, place: GitPlace, signal: AbortSignal | undefined): Promise<Differing> {
  const settings = await conversionSettings(repo);
  const args = ['diff-index', '-z', '--no-renames', '--full-index', ...INERT_DIFF];
  args.push(repo.head?.tree ?? EMPTY_TREE[repo.objectFormat], '--');
  const { stdout } = await runGit({ ...place, env: settings.env }, args, { signal });
  const files = new Map<string, Before>();
  const removed: string[] = [];
  for (const { status, path, oldMode, oldBlob } of rawChanges(nulRecords(stdout))) {
    // A file in conflict is listed twice, once without its former blob.
    if (!/^0+$/.test(oldMode)) files.set(path, { mode: oldMode, blob: oldBlob });
    else if (!files.has(path)) files.set(path, null);
    if (status === 'D') removed.push(path);
  }
  return { settings, files, removed };
}

// The freshness of an answer that is read from files without an index: it is always up to date.

/**
 * @param view the files that were read, and those left out @param changes all changes of the
 * working tree
 */
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
