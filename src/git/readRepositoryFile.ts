/** Reads the text of one file, for showing it. */

import { type CoraError, ifRefused } from '../base/errors.ts';
import type { TreeFile } from '../base/types.ts';
import { decodedText } from '../secrets/text.ts';
import { blobSizes, readBlob } from './readBlobs.ts';
import { LARGEST_FILE, readWorkingFile } from './readWorkingFile.ts';
import { LINK_MODE, lostObject, nulRecords, type Repository } from './repository.ts';
import { runGit } from './runGit.ts';
import {
  badPath,
  checkPath,
  type FoundFile,
  linkOnTheWay,
  refusedPath,
  UNREADABLE,
  WorkingTreeFiles,
} from './safePath.ts';

export interface ReadFileOptions {
  /** The tree to read from; by default the working tree, or HEAD in a bare repository. */
  tree?: string;
  /** In bytes; larger files are refused. */
  largest?: number;
}

/**
 * Reads the text of a file of the working tree as it is on disk, or of a tree.
 * @param path relative to the top level, with `/`
 * @throws CoraError BAD_PATH for a path out of the repository, into `.git` or through a link, for a
 * file that is too large, and for a file that is no text; the message says which
 */
export async function readRepositoryFile(
  repo: Repository,
  path: string,
  { tree, largest = LARGEST_FILE }: ReadFileOptions = {},
): Promise<string> {
  checkPath(path);
  const bytes =
    tree === undefined && repo.worktree !== null
      ? readFromDisk(repo.worktree, path, largest)
      : await readCommitted(repo, tree ?? repo.head?.tree ?? null, path, largest);
  const text = decodedText(bytes) ?? (tree === undefined ? await convertedText(repo, path) : null);
  if (text === null) throw refusedPath(path, 'is binary');
  return text;
}

/** Returns the text that a commit would hold, if the working tree's file has another encoding. */
async function convertedText(repo: Repository, path: string): Promise<string | null> {
  if (repo.worktree === null) return null;
  const bytes = await readWorkingFile(repo, path).catch(ifRefused(null));
  return bytes === null ? null : decodedText(bytes);
}

function readFromDisk(worktree: string, path: string, largest: number): Uint8Array {
  const files = new WorkingTreeFiles(worktree);
  const found = files.find(path);
  const link = found.kind === 'absent' ? linkOnTheWay(files, path) : null;
  if (link !== null) throw refusedPath(path, `is behind the link '${link}', and links are not followed`);
  if (found.kind === 'link' || found.kind === 'unreadable') throw refusedPath(path, WHAT_IT_IS[found.kind]);
  if (found.kind !== 'file') throw badPath(path, WHAT_IT_IS[found.kind]);
  if (found.size > largest) throw tooLarge(path, found.size, largest);
  const bytes = files.read(path, largest);
  if (bytes === 'unreadable') throw refusedPath(path, UNREADABLE);
  if (bytes === null) throw badPath(path, WHAT_IT_IS.absent);
  return bytes;
}

const WHAT_IT_IS: Record<Exclude<FoundFile['kind'], 'file'>, string> = {
  absent: 'is not a file of the working tree',
  directory: 'is a directory',
  link: 'is a link, and links are not followed',
  special: 'is not a regular file',
  unreadable: UNREADABLE,
};

async function readCommitted(
  repo: Repository,
  tree: string | null,
  path: string,
  largest: number,
): Promise<Uint8Array> {
  const file = tree === null ? null : await findInTree(repo, tree, path);
  if (file === null) throw badPath(path, 'is not a file of this commit');
  if (file.mode === LINK_MODE) throw refusedPath(path, WHAT_IT_IS.link);
  if (!file.mode.startsWith('100')) throw badPath(path, 'is not a regular file');
  if (file.size > largest) throw tooLarge(path, file.size, largest);
  return readBlob(repo, file.blob);
}

/** Lists level by level, without a pathspec, in which some characters have a meaning. */
export async function findInTree(repo: Repository, tree: string, path: string): Promise<Omit<TreeFile, 'path'> | null> {
  const [name = '', ...rest] = path.split('/');
  const { stdout } = await runGit(repo, ['ls-tree', '-z', '--full-tree', tree]);
  for (const record of nulRecords(stdout)) {
    const [, mode, type, blob, found] = /^(\d+) (\w+) ([0-9a-f]+)\t([\s\S]*)$/.exec(record) ?? [];
    if (found !== name) continue;
    if (rest.length > 0) return type === 'tree' ? findInTree(repo, blob!, rest.join('/')) : null;
    if (type !== 'blob') return null;
    const size = (await blobSizes(repo, [blob!])).get(blob!);
    if (size === undefined) throw lostObject(repo, `Blob ${blob} is missing`);
    return { mode: mode!, blob: blob!, size };
  }
  return null;
}

function tooLarge(path: string, size: number, largest: number): CoraError {
  return refusedPath(path, `is too large: ${size} bytes, and ${largest} is the limit`);
}
