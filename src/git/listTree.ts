/** All files of a tree. */

import type { TreeFile } from '../base/types.ts';
import { blobSizes } from './blobSizes.ts';
import { comparePaths, nulRecords } from './pathBytes.ts';
import { type Repository, SUBMODULE_MODE } from './repository.ts';
import { rememberRuleFiles } from './ruleFiles.ts';
import { placeOf, runGit } from './runGit.ts';

/** The size of a blob that is not in the repository: a partial clone does not fetch it, a damaged one has lost it. */
const MISSING_SIZE = -1;

/**
 * Every entry of a tree that is no directory, links and submodules included, sorted by path in code units. The size of a
 * submodule is 0, of a missing blob MISSING_SIZE.
 * @param tree a tree or a commit, by object name
 */
export async function listTree(repo: Repository, tree: string, signal?: AbortSignal): Promise<TreeFile[]> {
  const files = await listed(repo, tree, signal);
  rememberRuleFiles(repo, tree, files);
  return files;
}

async function listed(repo: Repository, tree: string, signal: AbortSignal | undefined): Promise<TreeFile[]> {
  const options = { signal };
  const sized = await runGit(placeOf(repo), [...LIST, '-l', tree], { ...options, mayFail: true });
  if (sized.status === 0) return nulRecords(sized.stdout).map(treeFileOf).sort(comparePaths);
  // One missing blob, and `-l` gives up.
  const plain = await runGit(placeOf(repo), [...LIST, tree], options);
  return withSizes(repo, nulRecords(plain.stdout).map(treeFileOf), signal);
}

/** Fills in the sizes of files that came from a command that does not tell them. Sorts. */
export async function withSizes(repo: Repository, files: TreeFile[], signal?: AbortSignal): Promise<TreeFile[]> {
  const blobs = files.filter(({ mode }) => mode !== SUBMODULE_MODE).map(({ blob }) => blob);
  const sizes = await blobSizes(repo, blobs, signal);
  const sized = files.map((file) => ({
    ...file,
    size: file.mode === SUBMODULE_MODE ? 0 : (sizes.get(file.blob) ?? MISSING_SIZE),
  }));
  return sized.sort(comparePaths);
}

const LIST = ['ls-tree', '-r', '-z', '--full-tree'];

/**
 *     100644 blob 1eb41fa37ae41f8ea4cb7af5b5ce5a3a0d1b1b52    1234\tsrc/main.c
 *     100644 blob 5716ca5987cbf97d6bb54920bea6adde242d87e6     BAD\tlost.c
 *     160000 commit 0b9ebb13cca2038ecf5f84ba1f3e7efd6e1cebf2       -\tdeps/lib
 */
function treeFileOf(record: string): TreeFile {
  const tab = record.indexOf('\t');
  const mode = record.slice(0, 6);
  const from = record.indexOf(' ', 7) + 1;
  const end = record.indexOf(' ', from);
  const blob = record.slice(from, end === -1 || end > tab ? tab : end);
  const said = record.slice(from + blob.length, tab).trim();
  const size = said === 'BAD' ? MISSING_SIZE : said === '-' ? 0 : Number(said);
  return { path: record.slice(tab + 1), blob, size, mode };
}
