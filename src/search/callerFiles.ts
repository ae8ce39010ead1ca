/** Reads the text of selected results from the caller's own blobs and files. */

import { plainText } from '../base/decodeText.ts';
import { rowKeyOf } from '../base/identity.ts';
import type { BlobReader } from '../git/openBlobReader.ts';
import { LARGEST_FILE, readWorkingFiles } from '../git/readWorkingFile.ts';
import { isNamed } from '../git/repository.ts';
import { WorkingTreeFiles } from '../git/safePath.ts';
import type { CallerView } from '../view/callerView.ts';
import type { Workspace } from '../view/workspace.ts';
import type { SearchContext } from './members.ts';
import type { Selected } from './rank/select.ts';
import { type FileLines, fileLinesOf } from './show/placeChunk.ts';

interface Sources {
  workspace: Workspace;
  blobs: BlobReader;
}

export function callerFiles(sources: Sources): NonNullable<SearchContext['caller']> {
  return (...asked) => filesOf(sources, ...asked);
}

async function filesOf(
  { workspace, blobs }: Sources,
  { isClean, contents: kept }: CallerView,
  selected: readonly Pick<Selected, 'chunk'>[],
): Promise<Map<string, FileLines>> {
  const files = new Map<string, FileLines>();
  const take = async (path: string, bytes: Uint8Array | null | undefined, clean: boolean): Promise<void> => {
    const file = bytes === null || bytes === undefined ? null : await linesOf(bytes, clean);
    if (file !== null) files.set(path, file);
  };
  const committed = selected.filter(({ chunk }) => chunk.status === 'committed');
  const edited = new Set(selected.filter(({ chunk }) => chunk.status !== 'committed').map(({ chunk }) => chunk.path));
  if (committed.length > 0) {
    const contents = blobs.isRunning ? new Map<string, Uint8Array>() : checkedOut(workspace, committed);
    const others = committed.map(({ chunk }) => chunk.row.blobSha).filter((blob) => !contents.has(blob));
    if (others.length > 0)
      for (const [blob, bytes] of await blobs.read([...new Set(others)])) contents.set(blob, bytes);
    for (const { chunk } of committed) {
      const bytes = contents.get(chunk.row.blobSha) ?? kept?.get(chunk.path);
      if (!files.has(chunk.path)) await take(chunk.path, bytes, isClean(rowKeyOf(chunk.row)));
    }
  }
  for (const path of edited) {
    const bytes = kept?.get(path);
    if (bytes !== undefined && edited.delete(path)) await take(path, bytes, false);
  }
  if (edited.size > 0) {
    for await (const { path, bytes } of readWorkingFiles(workspace.repository, [...edited]))
      await take(path, bytes, false);
  }
  return files;
}

/** Reads blobs from the working tree, if a file there has exactly their bytes. No git starts. */
function checkedOut({ repository }: Workspace, selected: readonly Pick<Selected, 'chunk'>[]): Map<string, Uint8Array> {
  const contents = new Map<string, Uint8Array>();
  if (repository.worktree === null) return contents;
  const files = new WorkingTreeFiles(repository.worktree);
  for (const { path, row } of selected.map(({ chunk }) => chunk)) {
    try {
      const bytes = contents.has(row.blobSha) ? null : files.read(path, LARGEST_FILE);
      if (bytes !== null && bytes !== 'unreadable' && isNamed(bytes, row.blobSha)) contents.set(row.blobSha, bytes);
    } catch {
      // A file that the system cannot read is read from git, which has the same bytes.
    }
  }
  return contents;
}

/** The lines of files without secrets, as long as the file's bytes are kept. */
const cleanFiles = new WeakMap<Uint8Array, FileLines>();

/** @returns null for binary content */
async function linesOf(bytes: Uint8Array, isClean: boolean): Promise<FileLines | null> {
  const known = isClean ? cleanFiles.get(bytes) : undefined;
  if (known !== undefined) return known;
  const text = await textFor(bytes, isClean);
  if (text === null) return null;
  const file = fileLinesOf(text);
  if (isClean) cleanFiles.set(bytes, file);
  return file;
}

/**
 * The rules for secrets are loaded only for content that may hold some.
 * @returns null for binary content
 */
async function textFor(bytes: Uint8Array, isClean: boolean): Promise<string | null> {
  const plain = isClean ? plainText(bytes) : null;
  if (plain !== null) return plain;
  const { originalText, decodedText } = await import('../secrets/text.ts');
  return isClean ? originalText(bytes) : decodedText(bytes);
}
