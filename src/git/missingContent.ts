/**
 * Files whose content the repository names and does not hold: what is said of them, and what of
 * them lies in the working tree.
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

/** @returns what git must bring, of a reason for a missing file; null for any other reason */
export function whoseContent(reason: string): 'unfetched' | 'lost' | null {
  return reason === NOT_FETCHED ? 'unfetched' : reason === LOST ? 'lost' : null;
}

/** Returns the skipped files whose content is missing, each with the reason that answers show. */
export function missingIn(skipped: readonly SkippedFile[]): { path: string; reason: string }[] {
  return skipped.flatMap(({ path, reason }) => {
    if (reason !== 'missing-blob' && reason !== 'missing-object') return [];
    return [{ path, reason: reason === 'missing-blob' ? NOT_FETCHED : LOST }];
  });
}

/** The files with the sizes that missing ones have in the working tree, where they lie there. */
export function sizedOnDisk({ worktree }: Repository, files: readonly TreeFile[]): readonly TreeFile[] {
  if (worktree === null || files.every(({ size }) => size >= 0)) return files;
  const there = new WorkingTreeFiles(worktree);
  return files.map((file) => {
    const found = file.size < 0 ? there.find(file.path) : null;
    return found?.kind === 'file' ? { ...file, size: found.size } : file;
  });
}

/**
 * The bytes of missing blobs of which the working tree holds the same.
 * @param mostBytes no more are read, but for one file
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
