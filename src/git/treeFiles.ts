/**
 * Lists the files of a tree with their languages, and decides which are indexed (the view) and why
 * the others are not.
 */

import { comparePaths } from '../base/patterns.ts';
import type { SkippedFile, TreeFile, View, ViewFile } from '../base/types.ts';
import { languageOf, needsFirstBytes, SHEBANG_BYTES } from '../languages/languages.ts';
import { blobSizes, readBlobs } from './readBlobs.ts';
import { nulRecords, type Repository, SUBMODULE_MODE, TWICE } from './repository.ts';
import { type ChangedRules, NO_CHANGED_RULES, readRuleFiles, rememberRuleFiles } from './ruleFiles.ts';
import { runGit } from './runGit.ts';
import { WorkingTreeFiles } from './safePath.ts';
import { skipReasonOf, type ViewSettings } from './skipReasonOf.ts';

/**
 * @param tree whose ignore files and attributes count, by object name; null for none (a branch
 * without a commit)
 * @param files all files of the tree, or a few changed ones, committed or not
 * @param options `changed`: rule files of the working tree, which replace those of the tree
 */
export async function selectFiles(
  repo: Repository,
  tree: string | null,
  files: readonly TreeFile[],
  settings: ViewSettings,
  { changed = NO_CHANGED_RULES, signal }: { changed?: ChangedRules; signal?: AbortSignal | undefined } = {},
): Promise<View> {
  if (files.length === 0) return { files: [], skipped: [], missing: [] };
  // Git reads for both questions at once, so a few files are read that rules leave out.
  const small = files.filter(({ size }) => size <= settings.maxFileSize);
  const [contextOf, languageOf] = await Promise.all([
    readRuleFiles(repo, tree, files, changed, signal),
    fileLanguages(repo, small, signal),
  ]);
  const selected: TreeFile[] = [];
  const skipped: SkippedFile[] = [];
  const missing: TreeFile[] = [];
  for (const file of files) {
    const skip = skipReasonOf(file.path, file.size, file.mode, settings, contextOf(file.path));
    if (skip?.reason === 'missing-blob') missing.push(file);
    if (skip === null) selected.push(file);
    else if (skip.reason === 'missing-blob' && !repo.partial)
      skipped.push({ path: file.path, reason: 'missing-object', detail: file.blob });
    else skipped.push({ path: file.path, ...skip });
  }
  const withLanguage = ({ path, blob, size, mode }: TreeFile): ViewFile => {
    return { path, blob, size, mode, language: languageOf(path) };
  };
  return {
    files: selected.map(withLanguage).sort(comparePaths),
    skipped: skipped.sort(comparePaths),
    missing: missing.map(withLanguage).sort(comparePaths),
  };
}

/** The size of a blob that a partial clone lacks, or that a damaged repository has lost. */
const MISSING_SIZE = -1;

/**
 * Returns every entry of a tree that is no directory, with links and submodules, sorted by path in
 * code units. A submodule has the size 0, a missing blob MISSING_SIZE, a second entry of a path the
 * mode TWICE.
 * @param tree a tree or a commit, by object name
 */
export async function listTree(repo: Repository, tree: string, signal?: AbortSignal): Promise<TreeFile[]> {
  const all = await listFiles(repo, tree, signal);
  const files = all.map((file, at) => (file.path === all[at - 1]?.path ? { ...file, mode: TWICE } : file));
  rememberRuleFiles(repo, tree, files);
  return files;
}

async function listFiles(repo: Repository, tree: string, signal: AbortSignal | undefined): Promise<TreeFile[]> {
  const options = { signal };
  const sized = await runGit(repo, [...LS_TREE, '-l', tree], { ...options, mayFail: true });
  if (sized.status === 0) return nulRecords(sized.stdout).map(treeFileOf).sort(comparePaths);
  // With one missing blob, `-l` fails.
  const plain = await runGit(repo, [...LS_TREE, tree], options);
  return withSizes(repo, nulRecords(plain.stdout).map(treeFileOf), signal);
}

/** Adds the sizes to files from a command that does not print them, and sorts the files. */
export async function withSizes(repo: Repository, files: TreeFile[], signal?: AbortSignal): Promise<TreeFile[]> {
  const blobs = files.filter(({ mode }) => mode !== SUBMODULE_MODE).map(({ blob }) => blob);
  const sizes = await blobSizes(repo, blobs, signal);
  const sized = files.map((file) => ({
    ...file,
    size: file.mode === SUBMODULE_MODE ? 0 : (sizes.get(file.blob) ?? MISSING_SIZE),
  }));
  return sized.sort(comparePaths);
}

const LS_TREE = ['ls-tree', '-r', '-z', '--full-tree'];

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

/** The first line of a larger uncommitted script is not read. */
const LARGEST_SCRIPT = 2_000_000;

/**
 * Returns languages by path. Executable files without an ending are read for their shebang line.
 */
export async function fileLanguages(
  repo: Repository,
  files: readonly TreeFile[],
  signal?: AbortSignal,
): Promise<(path: string) => string> {
  const scripts = files.filter(({ path, mode, size }) => mode === '100755' && size > 0 && needsFirstBytes(path));
  if (scripts.length === 0) return languageOf;
  const byPath = new Map<string, string>();
  let at = 0;
  const blobs = scripts.map(({ blob }) => blob);
  for await (const { bytes } of readBlobs(repo, blobs, signal, SHEBANG_BYTES)) {
    const { path } = scripts[at++]!;
    byPath.set(path, languageOf(path, bytes ?? uncommitted(repo, path) ?? undefined));
  }
  return (path) => byPath.get(path) ?? languageOf(path);
}

/** A blob that git has not stored yet is a file of the working tree. */
function uncommitted(repo: Repository, path: string): Uint8Array | null {
  const read = repo.worktree === null ? null : new WorkingTreeFiles(repo.worktree).read(path, LARGEST_SCRIPT);
  return read === 'unreadable' ? null : read;
}
