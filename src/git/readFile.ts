/** Text of one file, for showing it. */

import { CoraError } from '../errors.ts';
import { decodeText } from '../text.ts';
import type { TreeFile } from '../types.ts';
import { blobSizes } from './blobSizes.ts';
import { nulRecords } from './pathBytes.ts';
import { readBlob } from './readBlobs.ts';
import { LARGEST_FILE } from './readWorkingFile.ts';
import type { Repository } from './repository.ts';
import { placeOf, runGit } from './runGit.ts';
import { badPath, checkPath, type Found, WorkingTreeFiles } from './safePath.ts';

/**
 * The text of a file of the working tree as it is on disk; of HEAD in a bare repository.
 * @param path relative to the top level, with `/`
 * @throws CoraError BAD_PATH for a path out of the repository, into `.git` or through a link, and for what is not text
 */
export async function readFile(repo: Repository, path: string): Promise<string> {
  checkPath(path);
  const bytes = repo.worktree === null ? await readCommitted(repo, path) : readFromDisk(repo.worktree, path);
  const decoded = decodeText(bytes);
  if (decoded === null) throw badPath(path, 'is binary');
  return decoded.text;
}

function readFromDisk(worktree: string, path: string): Uint8Array {
  const files = new WorkingTreeFiles(worktree);
  const found = files.find(path);
  if (found.kind !== 'file') throw badPath(path, WHAT_IT_IS[found.kind]);
  if (found.size > LARGEST_FILE) throw tooLarge(path);
  const bytes = files.read(path, LARGEST_FILE);
  if (bytes === null) throw badPath(path, WHAT_IT_IS.absent);
  return bytes;
}

const WHAT_IT_IS: Record<Exclude<Found['kind'], 'file'>, string> = {
  absent: 'is not a file of the working tree',
  directory: 'is a directory',
  link: 'is a link, and links are not followed',
  special: 'is not a regular file',
};

async function readCommitted(repo: Repository, path: string): Promise<Uint8Array> {
  const file = repo.head === null ? null : await findInTree(repo, repo.head.tree, path);
  if (file === null) throw badPath(path, 'is not a file of HEAD');
  if (!file.mode.startsWith('100')) throw badPath(path, 'is not a regular file');
  if (file.size > LARGEST_FILE) throw tooLarge(path);
  return readBlob(repo, file.blob);
}

/** Every level by its own listing: no pathspec, in which characters have meanings. */
async function findInTree(repo: Repository, tree: string, path: string): Promise<Omit<TreeFile, 'path'> | null> {
  const [name = '', ...rest] = path.split('/');
  const { stdout } = await runGit(placeOf(repo), ['ls-tree', '-z', '--full-tree', tree]);
  for (const record of nulRecords(stdout)) {
    const [, mode, type, blob, found] = /^(\d+) (\w+) ([0-9a-f]+)\t([\s\S]*)$/.exec(record) ?? [];
    if (found !== name) continue;
    if (rest.length > 0) return type === 'tree' ? findInTree(repo, blob!, rest.join('/')) : null;
    return type === 'blob' ? { mode: mode!, blob: blob!, size: await sizeOf(repo, blob!) } : null;
  }
  return null;
}

async function sizeOf(repo: Repository, blob: string): Promise<number> {
  const size = (await blobSizes(repo, [blob])).get(blob);
  if (size !== undefined) return size;
  throw new CoraError('GIT', `Blob ${blob} is not in the repository.`, { hint: 'a partial clone lacks it' });
}

function tooLarge(path: string): CoraError {
  return badPath(path, `is larger than ${LARGEST_FILE / 1_000_000} MB`);
}
