/**
 * The chunks of one file, as an index has them: `cora chunks`, and chunksOf of the library. They
 * are cut anew, which gives the same (a row is a function of its blob), so no index is needed.
 */

import type { FileStatus } from '../base/searchTypes.ts';
import type { ChunkRow, TreeFile } from '../base/types.ts';
import { createLazyParsers } from '../chunk/lazyParsers.ts';
import { isLfsPointer, readBlob } from '../git/readBlobs.ts';
import { findInTree } from '../git/readRepositoryFile.ts';
import { readWorkingFile } from '../git/readWorkingFile.ts';
import { blobName } from '../git/repository.ts';
import { rulesAround } from '../git/ruleFiles.ts';
import { refusedPath, WorkingTreeFiles } from '../git/safePath.ts';
import { selectFiles } from '../git/treeFiles.ts';
import type { IndexSettings, Surroundings } from '../settings/requests.ts';
import { shownIds } from './chunkIds.ts';
import { rowOf } from './computeRows.ts';
import { type LinesRequest, readShown, type ShownFile } from './readLines.ts';
import type { Workspace } from './workspace.ts';

export interface FileChunk
  extends Pick<ChunkRow, 'startLine' | 'endLine' | 'kind' | 'symbol' | 'scope' | 'signature' | 'nodeType'>,
    Pick<ChunkRow, 'part' | 'parts' | 'contentHash' | 'text'> {
  /** The id that results have. */
  chunkId: string;
  /** The definition that it is a part or a member of ('Outer.inner'); '' at the top. */
  parent: string;
}

export interface FileChunks {
  path: string;
  /** The commit that was read; null for the working tree. */
  commit: string | null;
  language: string;
  status: FileStatus;
  /** Tells why the parser of the language was not used; null where it was, or there is none. */
  note: string | null;
  /** By their lines. */
  chunks: FileChunk[];
}

/** @throws CoraError BAD_PATH that says why it is in no index, BAD_REVISION */
export async function fileChunks(
  indexing: IndexSettings,
  surroundings: Surroundings,
  request: Pick<LinesRequest, 'path' | 'revision' | 'signal'>,
): Promise<FileChunks> {
  const { path } = request;
  // It refuses what must not be shown.
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
  // It was read a moment ago.
  if (found === null) throw refusedPath(path, 'is not a file of this commit');
  return { file: { path, ...found }, bytes: await readBlob(repository, found.blob) };
}

/** @throws CoraError BAD_PATH for what the settings or a rule leave out */
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
