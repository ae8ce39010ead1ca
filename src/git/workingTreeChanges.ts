/**
 * What lies in the working tree and not in HEAD: by plumbing that takes no lock, writes no index and runs no program.
 * Git says which files may differ (it trusts times and sizes); their names as blobs are computed here and decide.
 */

import { setImmediate } from 'node:timers/promises';
import { throwIfAborted } from '../base/errors.ts';
import type { SkipReason, TreeFile } from '../base/types.ts';
import { blobName } from './blobName.ts';
import { conversionAttributes } from './conversionRules.ts';
import { comparePaths } from './pathBytes.ts';
import { LARGEST_FILE, WorkingTreeReader } from './readWorkingFile.ts';
import { LINK_MODE, type Repository, SUBMODULE_MODE } from './repository.ts';
import { type Found, UNREADABLE, WorkingTreeFiles } from './safePath.ts';
import { type Before, workingTreeCandidates } from './workingTreeCandidates.ts';

export interface WorkingTreeChange {
  path: string;
  /** Against HEAD, whether staged or not: 'untracked' is what HEAD does not have, also after `git add`. */
  status: 'modified' | 'untracked' | 'deleted';
  /** The blob that a commit would store; null where there is none, or it was not looked at. */
  file: TreeFile | null;
  /** Why there is something and it was not looked at. */
  skipped?: { reason: SkipReason; detail?: string };
  /** The blob's bytes, while `keepBytes` lasts. */
  bytes?: Uint8Array;
}

export interface WorkingTreeOptions {
  /** Larger files are not read. */
  maxFileSize?: number;
  /** A reason for not reading a file: skipReasonOf with the view's settings saves the reading of what is not indexed. */
  skip?: (path: string, size: number, mode: string) => SkipReason | null;
  /** How many bytes of contents to return with the changes. */
  keepBytes?: number;
  /** An absolute folder of which nothing untracked is told: the store, where it lies in the working tree. */
  except?: string;
  signal?: AbortSignal;
}

/** Why a file of the index is in no answer. */
const NOT_CHECKED_OUT = 'staged, and left out of the working tree by a sparse checkout';

/** What was not looked at, and belongs to the caller's files for all that is known. */
export function unseenIn(changes: readonly WorkingTreeChange[]): { path: string; reason: string }[] {
  return changes.flatMap(({ path, skipped }) => {
    if (skipped?.reason === 'unreadable') return [{ path, reason: UNREADABLE }];
    return skipped?.reason === 'not-checked-out' ? [{ path, reason: NOT_CHECKED_OUT }] : [];
  });
}

/** After how many files others may run: a server answers several callers. */
const BETWEEN_PAUSES = 32;

/**
 * Sorted by path. A file that only looks changed (touched, racily clean, another mode) is left out, as is what Git ignores (but
 * rule files, which are not read here). What git was told to leave alone (assume-unchanged, skip-worktree) is looked at where it lies
 * on the disk. Submodules are never looked into. A filtered file that was touched counts as modified: only its filter could tell.
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
  /** What is left of keepBytes. */
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
      // Of a submodule, changed inside or not, nothing is searched. A new one is staged: git lists no other folder.
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
  found: Found & { kind: 'file' },
): Promise<WorkingTreeChange | null> {
  const status = before === null ? 'untracked' : 'modified';
  const mode = found.executable ? '100755' : '100644';
  const largest = pass.options.maxFileSize ?? LARGEST_FILE;
  const reason = pass.options.skip?.(path, found.size, mode) ?? (found.size > largest ? 'too-large' : null);
  // What is not wanted may only look changed, as an empty file that was touched.
  if (reason !== null && (before === null || found.size > largest))
    return { path, status, file: null, skipped: { reason } };
  const read = await pass.reader.read(path, largest);
  if ('why' in read && read.why === 'gone') return before === null ? null : { path, status: 'deleted', file: null };
  if ('why' in read && read.why === 'unreadable') return { path, status, file: null, skipped: { reason: read.why } };
  // What a filter would make of it is not known, but where the bytes are the blob's own, nothing has changed.
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
