/**
 * Files that the repository names without having their content: messages about them, and their
 * content in the working tree.
 */

import type { SkippedFile, TreeFile } from '../base/types.ts';
import { LARGEST_FILE, WorkingTreeReader } from './readWorkingFile.ts';
import { blobName, type Repository } from './repository.ts';
import { WorkingTreeFiles } from './safePath.ts';

const NOT_FETCHED = 'missing-blob: this partial clone has not fetched it';
const LOST = 'missing-object: the repository is damaged and has lost it';

/** Says why such a file is in no answer. */
export function whyMissing({ partial }: Pick<Repository, 'partial'>): string {
  return partial ? NOT_FETCHED : LOST;
}

/** @returns what git has to bring, for the reason of a missing file; null for other reasons */
export function whoseContent(reason: string): 'unfetched' | 'lost' | null {
  return reason === NOT_FETCHED ? 'unfetched' : reason === LOST ? 'lost' : null;
}

/** Returns the skipped files with missing content, each with the reason that answers show. */
export function missingIn(skipped: readonly SkippedFile[]): { path: string; reason: string }[] {
  return skipped.flatMap(({ path, reason }) => {
    if (reason !== 'missing-blob' && reason !== 'missing-object') return [];
    return [{ path, reason: reason === 'missing-blob' ? NOT_FETCHED : LOST }];
  });
}

/**
 * Returns the files, where missing ones have the size of the working tree's file, if there is one.
 */
export function sizedOnDisk({ worktree }: Repository, files: readonly TreeFile[]): readonly TreeFile[] {
  if (worktree === null || files.every(({ size }) => size >= 0)) return files;
  const there = new WorkingTreeFiles(worktree);
  return files.map((file) => {
    const found = file.size < 0 ? there.find(file.path) : null;
    return found?.kind === 'file' ? { ...file, size: found.size } : file;
  });
}

/**
 * Reads the content of missing blobs from the working tree, if it is the same there.
 * @param mostBytes the most bytes to read, except for a single file
 * @returns by blob
 */
export async function contentsOnDisk(
  repo: Repository,
  files: readonly { path: string; blob: string }[],
  mostBytes: number,
): Promise<Map<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>();
  if (repo.worktree === null) return contents;
  const there = new WorkingTreeFiles(repo.worktree);
  const present = files.filter(({ path }) => there.find(path).kind === 'file');
  if (present.length === 0) return contents;
  const paths = present.map(({ path }) => path);
  const reader = await WorkingTreeReader.open(repo, paths);
  let left = mostBytes;
  for (const { path, blob } of present) {
    if (left <= 0) break;
    if (contents.has(blob)) continue;
    const read = await reader.read(path, LARGEST_FILE);
    if (!('bytes' in read)) continue;
    left -= read.bytes.length;
    if (blobName(read.bytes, repo.objectFormat) === blob) contents.set(blob, read.bytes);
  }
  return contents;
}
