/**
 * Reads lines of a file for those who see a repository through Cora: an agent, a web page. Only
 * files that Git would commit are read, from the working tree or from a commit. Paths that lead out
 * of the repository, files with secrets in their names and ignored files are refused.
 */

import { CoraError, isCoraError } from '../base/errors.ts';
import { meantBy } from '../base/nearest.ts';
import { splitPlace } from '../base/patterns.ts';
import type { FileStatus } from '../base/searchTypes.ts';
import { estimateTokens } from '../base/tokenBudget.ts';
import type { ChunkRow, TreeFile } from '../base/types.ts';
import { createLazyParsers } from '../chunk/lazyParsers.ts';
import { originOf } from '../git/gitConfiguration.ts';
import { isLfsPointer, readBlob } from '../git/readBlobs.ts';
import { findInTree, readRepositoryFile } from '../git/readRepositoryFile.ts';
import { readWorkingFile } from '../git/readWorkingFile.ts';
import { blobName, nothingCommitted, type Repository, refuseLostHead } from '../git/repository.ts';
import { resolveCommit } from '../git/resolveCommit.ts';
import { rulesAround } from '../git/ruleFiles.ts';
import { checkPath, refusedPath, WorkingTreeFiles } from '../git/safePath.ts';
import { secretRuleOf } from '../git/skipReasonOf.ts';
import { trackingOf } from '../git/tracking.ts';
import { listTree, selectFiles } from '../git/treeFiles.ts';
import { languageOf } from '../languages/languages.ts';
import type { IndexSettings, Surroundings } from '../settings/requests.ts';
import { shownIds } from './chunkIds.ts';
import { rowOf } from './computeRows.ts';
import { cutLines, type ShownLines } from './cutLines.ts';
import { hintForName } from './viewFiles.ts';
import { openWorkspaceFor, type Workspace } from './workspace.ts';

export interface LinesRequest {
  /** Relative to the top level, with `/`. */
  path: string;
  /** 1-based, inclusive; missing for the whole file. */
  startLine?: number;
  endLine?: number;
  /** A commit, branch or tag; missing for the working tree. */
  revision?: string;
  /** The most tokens of the answer: whole lines from the first one, or a part of a single line. */
  budget: number;
  /** Counts the tokens that are printed for these lines; by default those of their text. */
  tokensOf?: (lines: Lines) => number;
  signal?: AbortSignal;
}

export interface Lines extends ShownLines {
  /** The URL of its origin without credentials; '' if there is none. */
  repository: string;
  /**
   * The commit that was read, also for a file that a sparse checkout leaves out; null for the
   * working tree.
   */
  commit: string | null;
  path: string;
  language: string;
  status: FileStatus;
}

const COMMITTED: FileStatus = 'committed';

/** A file that may be shown, and where it was read. */
interface ShownFile {
  workspace: Workspace;
  /** The commit that was read; null for the working tree. */
  commit: { commit: string; tree: string } | null;
  status: FileStatus;
  /** The whole file, with secrets overwritten. */
  text: string;
}

/** @throws CoraError BAD_PATH that says why a file is not shown, BAD_REVISION */
async function readShown(
  indexing: IndexSettings,
  surroundings: Surroundings,
  { path, revision, signal }: Pick<LinesRequest, 'path' | 'revision' | 'signal'>,
): Promise<ShownFile> {
  checkPath(path);
  const rule = secretRuleOf(path);
  if (rule !== undefined) throw refusedPath(path, `may hold secrets (${rule}), so it is not shown`);
  const workspace = await openWorkspaceFor(indexing, surroundings);
  const { repository, settings } = workspace;
  const isNow = revision === undefined && repository.worktree !== null;
  const isOnDisk = isNow && !(await isLeftOut(repository, path, signal));
  const commit = isOnDisk ? null : await commitOf(repository, revision);
  const [text, status] = await Promise.all([
    readRepositoryFile(repository, path, {
      largest: settings.maxFileSize,
      ...(commit === null ? {} : { tree: commit.tree }),
    }),
    commit === null ? statusOf(repository, path, signal) : COMMITTED,
    mustNotBeIgnored(workspace, path),
  ]).catch(async (error: unknown) => {
    throw await withNearest(error, repository, path, commit?.tree ?? repository.head?.tree ?? null);
  });
  return { workspace, commit, status, text };
}

/** @throws CoraError BAD_PATH that says why a file is not shown, BAD_REVISION, USAGE */
export async function readLines(
  indexing: IndexSettings,
  surroundings: Surroundings,
  request: LinesRequest,
): Promise<Lines> {
  const { path } = request;
  const { workspace, commit, status, text } = await readShown(indexing, surroundings, request);
  const repository = await originOf(workspace.repository);
  const about = { repository, commit: commit?.commit ?? null, path, language: languageOf(path), status };
  const { budget, tokensOf = (lines) => estimateTokens(lines.text) } = request;
  return { ...about, ...cutLines(text, request, (shown) => tokensOf({ ...about, ...shown }) <= budget) };
}

/** Adds the nearest path to the error, if the path has no file. */
async function withNearest(error: unknown, repo: Repository, path: string, tree: string | null): Promise<unknown> {
  if (!isCoraError(error) || error.code !== 'BAD_PATH' || error.hint === undefined || tree === null) return error;
  const paths = (await listTree(repo, tree)).map((file) => file.path);
  if (paths.includes(path)) return error;
  const named = hintForName(path);
  const forName = named === null ? undefined : `${named}; cora files   lists the paths`;
  const shown = paths.filter((one) => secretRuleOf(one) === undefined);
  const place = splitPlace(path);
  const isPlace = place.lines !== null && shown.includes(place.path);
  // `HEAD~1:src/a.ts`, as git writes it
  const behind = path.slice(path.indexOf(':') + 1);
  const asRevision = behind !== path && shown.includes(behind);
  const asPlace = isPlace
    ? `the path is ${place.path}, and the lines are ${place.lines}`
    : asRevision
      ? `the path is ${behind}, and the revision before it is an option of its own (--rev)`
      : null;
  const hint = asPlace ?? meantBy(path, shown) ?? forName;
  return hint === undefined ? error : new CoraError('BAD_PATH', error.message, { hint, cause: error });
}

/**
 * True for a file that a sparse checkout leaves out. Its committed content is shown, as in
 * searches.
 */
async function isLeftOut(repository: Repository, path: string, signal?: AbortSignal): Promise<boolean> {
  if (new WorkingTreeFiles(repository.worktree!).find(path).kind !== 'absent') return false;
  return (await trackingOf(repository, path, signal)).mayBeAbsent;
}

async function commitOf(repository: Repository, revision: string | undefined) {
  if (revision !== undefined) return resolveCommit(repository, revision);
  refuseLostHead(repository);
  if (repository.head !== null) return repository.head;
  throw nothingCommitted('BAD_REVISION');
}

/** @throws CoraError BAD_PATH for a file that Git ignores */
async function statusOf(repository: Repository, path: string, signal?: AbortSignal): Promise<FileStatus> {
  const { kind, headBlob } = await trackingOf(repository, path, signal);
  // If the path has no file, reading it gives a better error.
  if (kind === 'ignored') {
    await readRepositoryFile(repository, path);
    throw refusedPath(path, 'is ignored by Git or belongs to another repository, so it is not shown');
  }
  if (headBlob === null) return 'untracked';
  const bytes = await readWorkingFile(repository, path).catch(() => null);
  return bytes !== null && blobName(bytes, repository.objectFormat) === headBlob ? 'committed' : 'modified';
}

/**
 * Ignore files of Cora and of other AI tools list what no model may see. Today's rules count, also
 * for older commits.
 */
async function mustNotBeIgnored({ repository, settings }: Workspace, path: string): Promise<void> {
  const tree = repository.head?.tree ?? null;
  const file = { path, blob: '', size: 1, mode: '100644' };
  const changed = rulesAround(repository, [file]);
  const { skipped } = await selectFiles(repository, tree, [file], { ...settings, exclude: [] }, { changed });
  const skip = skipped.find(({ reason }) => reason === 'ignored');
  if (skip !== undefined)
    throw refusedPath(path, `is ignored by ${skip.detail ?? 'an ignore file'}, so it is not shown`);
}

// The chunks of a file, for `cora chunks` and chunksOf of the library. The file is chunked again,
// which gives the same chunks as in an index, so none is needed.

export interface FileChunk
  extends Pick<ChunkRow, 'startLine' | 'endLine' | 'kind' | 'symbol' | 'scope' | 'signature' | 'nodeType'>,
    Pick<ChunkRow, 'part' | 'parts' | 'contentHash' | 'text'> {
  /** The id that search results have. */
  chunkId: string;
  /** The definition of which it is a part or a member ('Outer.inner'); '' at the top level. */
  parent: string;
}

export interface FileChunks extends Pick<Lines, 'path' | 'commit' | 'language' | 'status'> {
  /** Why the language's parser was not used; null if it was, or there is none. */
  note: string | null;
  /** Sorted by lines. */
  chunks: FileChunk[];
}

/** @throws CoraError BAD_PATH that says why the file is in no index, BAD_REVISION */
export async function fileChunks(
  indexing: IndexSettings,
  surroundings: Surroundings,
  request: Pick<LinesRequest, 'path' | 'revision' | 'signal'>,
): Promise<FileChunks> {
  const { path } = request;
  // This refuses files that must not be shown.
  const { workspace, commit, status } = await readShown(indexing, surroundings, request);
  const { file, bytes } = await contentOf(workspace, path, commit);
  if (isLfsPointer(bytes)) throw notIndexed(path, 'filtered');
  const language = await languageIn(workspace, file, commit);
  const parsers = createLazyParsers();
  try {
    const chunked = await parsers.chunk(bytes, language);
    if (chunked === null) throw notIndexed(path, 'binary');
    const rows = chunked.chunks.map((chunk) => rowOf(chunk, { blob: file.blob, language }));
    const chunks = shownIds(rows).map(
      ({ id, row }): FileChunk => ({
        chunkId: id,
        startLine: row.startLine,
        endLine: row.endLine,
        kind: row.kind,
        symbol: row.symbol,
        scope: row.scope,
        signature: row.signature,
        nodeType: row.nodeType,
        part: row.part,
        parts: row.parts,
        parent: row.parentChunk,
        contentHash: row.contentHash,
        text: row.text,
      }),
    );
    return { path, commit: commit?.commit ?? null, language, status, note: chunked.note, chunks };
  } finally {
    parsers.close();
  }
}

interface Content {
  file: TreeFile;
  /** The bytes that a commit holds. */
  bytes: Uint8Array;
}

async function contentOf({ repository }: Workspace, path: string, commit: ShownFile['commit']): Promise<Content> {
  if (commit === null) {
    const bytes = await readWorkingFile(repository, path);
    const found = new WorkingTreeFiles(repository.worktree!).find(path);
    const mode = found.kind === 'file' && found.executable ? '100755' : '100644';
    return { file: { path, blob: blobName(bytes, repository.objectFormat), size: bytes.length, mode }, bytes };
  }
  const found = await findInTree(repository, commit.tree, path);
  // The file was there a moment ago.
  if (found === null) throw refusedPath(path, 'is not a file of this commit');
  return { file: { path, ...found }, bytes: await readBlob(repository, found.blob) };
}

/** @throws CoraError BAD_PATH for a file that the settings or a rule leave out */
async function languageIn(
  { repository, settings }: Workspace,
  file: TreeFile,
  commit: ShownFile['commit'],
): Promise<string> {
  const tree = (commit ?? repository.head)?.tree ?? null;
  const { files, skipped } = await selectFiles(repository, tree, [file], settings, {
    changed: commit === null ? rulesAround(repository, [file]) : undefined,
  });
  const [selected] = files;
  if (selected !== undefined) return selected.language;
  throw notIndexed(file.path, skipped[0]?.reason ?? 'empty', skipped[0]?.detail);
}

function notIndexed(path: string, reason: string, detail?: string) {
  return refusedPath(path, `is left out of the index: ${reason}${detail === undefined ? '' : ` (${detail})`}`);
}
