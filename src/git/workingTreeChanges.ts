/**
 * What lies in the working tree and not in HEAD: by plumbing that takes no lock, writes no index and runs no program.
 * Git says which files may differ (it trusts times and sizes); their names as blobs are computed here and decide.
 */

import { createHash } from 'node:crypto';
import { readlink } from 'node:fs/promises';
import { CoraError } from '../errors.ts';
import type { SkipReason, TreeFile } from '../types.ts';
import { conversionAttributes } from './conversionRules.ts';
import { comparePaths, fsPath } from './pathBytes.ts';
import { LARGEST_FILE, WorkingTreeReader } from './readWorkingFile.ts';
import { LINK_MODE, type Repository } from './repository.ts';
import { type Found, WorkingTreeFiles } from './safePath.ts';
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
  signal?: AbortSignal;
}

/** How many files are read at once. */
const PARALLEL = 8;

/**
 * Sorted by path. A file that only looks changed (touched, racily clean, another mode) is left out, as is what the user
 * told git to leave alone: ignored, assume-unchanged, skip-worktree. Submodules are never looked into.
 */
export async function workingTreeChanges(
  repo: Repository,
  options: WorkingTreeOptions = {},
): Promise<WorkingTreeChange[]> {
  if (repo.worktree === null) return [];
  const { files, nested, settings } = await workingTreeCandidates(repo, options.signal);
  const changes = nested.map((path): WorkingTreeChange => {
    return { path, status: 'untracked', file: null, skipped: { reason: 'submodule', detail: 'another repository' } };
  });
  if (files.size > 0) {
    const attributes = await conversionAttributes(repo, [...files.keys()]);
    const reader = new WorkingTreeReader(repo, new WorkingTreeFiles(repo.worktree), settings, attributes);
    const pass: Pass = { repo, root: repo.worktree, reader, options, keep: options.keepBytes ?? 0 };
    changes.push(...(await compareAll(pass, [...files])));
  }
  return changes.sort(comparePaths);
}

interface Pass {
  repo: Repository;
  root: string;
  reader: WorkingTreeReader;
  options: WorkingTreeOptions;
  /** What is left of keepBytes. */
  keep: number;
}

async function compareAll(pass: Pass, files: [string, Before][]): Promise<WorkingTreeChange[]> {
  const changes: WorkingTreeChange[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < files.length) {
      if (pass.options.signal?.aborted === true) throw new CoraError('ABORTED', 'Interrupted.');
      const [path, before] = files[next++]!;
      const change = await compare(pass, path, before);
      if (change !== null) changes.push(change);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return changes;
}

/** @returns null where the file is as the tree has it */
async function compare(pass: Pass, path: string, before: Before): Promise<WorkingTreeChange | null> {
  const found = await pass.reader.files.find(path);
  const status = before === null ? 'untracked' : 'modified';
  switch (found.kind) {
    case 'absent':
    case 'directory':
      return before === null ? null : { path, status: 'deleted', file: null };
    case 'link':
      return (await isSameLink(pass, path, before)) ? null : { path, status, file: null, skipped: { reason: 'link' } };
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
  if (reason !== null) return { path, status, file: null, skipped: { reason } };
  const read = await pass.reader.read(path, largest);
  if (!('bytes' in read)) {
    if (read.why === 'filtered')
      return { path, status, file: null, skipped: { reason: 'filtered', detail: read.detail } };
    return before === null ? null : { path, status: 'deleted', file: null };
  }
  const { bytes } = read;
  const blob = blobName(bytes, pass.repo.objectFormat);
  if (before !== null && before.blob === blob && before.mode.startsWith('100')) return null;
  const change: WorkingTreeChange = { path, status, file: { path, blob, size: bytes.length, mode } };
  if (bytes.length > pass.keep) return change;
  pass.keep -= bytes.length;
  return { ...change, bytes };
}

async function isSameLink({ root, repo }: Pass, path: string, before: Before): Promise<boolean> {
  if (before?.mode !== LINK_MODE) return false;
  const target = await readlink(fsPath(root, path), 'buffer');
  return blobName(target, repo.objectFormat) === before.blob;
}

/** What `git hash-object --no-filters` prints. */
export function blobName(bytes: Uint8Array, objectFormat: Repository['objectFormat']): string {
  return createHash(objectFormat).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
