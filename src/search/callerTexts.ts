/** The text of what was selected as the caller's own blobs and files have it. */

import { plainText } from '../base/decodeText.ts';
import { rowKeyOf } from '../base/identity.ts';
import type { BlobReader } from '../git/openBlobReader.ts';
import { readWorkingFiles } from '../git/readWorkingFile.ts';
import type { CallerView } from '../view/callerView.ts';
import type { Workspace } from '../view/workspace.ts';
import type { SearchContext } from './members.ts';
import type { Selected } from './rank/select.ts';

interface CallerFiles {
  workspace: Workspace;
  blobs: BlobReader;
}

export function callerTexts(files: CallerFiles): NonNullable<SearchContext['caller']> {
  return { texts: (view, selected) => textsOfFiles(files, view, selected) };
}

async function textsOfFiles(
  { workspace, blobs }: CallerFiles,
  { isClean, contents: kept }: CallerView,
  selected: readonly Selected[],
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const take = async (path: string, bytes: Uint8Array | null | undefined, clean: boolean): Promise<void> => {
    const text = bytes === null || bytes === undefined ? null : await textFor(bytes, clean);
    if (text !== null) texts.set(path, text);
  };
  const committed = selected.filter(({ chunk }) => chunk.status === 'committed');
  const edited = new Set(selected.filter(({ chunk }) => chunk.status !== 'committed').map(({ chunk }) => chunk.path));
  if (committed.length > 0) {
    const contents = await blobs.read([...new Set(committed.map(({ chunk }) => chunk.row.blobSha))]);
    for (const { chunk } of committed) {
      const bytes = contents.get(chunk.row.blobSha) ?? kept?.get(chunk.path);
      if (!texts.has(chunk.path)) await take(chunk.path, bytes, isClean(rowKeyOf(chunk.row)));
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
  return texts;
}

/**
 * The rules for secrets are loaded where something is not known to be without any.
 * @returns null for binary content
 */
async function textFor(bytes: Uint8Array, isClean: boolean): Promise<string | null> {
  const plain = isClean ? plainText(bytes) : null;
  if (plain !== null) return plain;
  const { originalText, decodedText } = await import('../secrets/text.ts');
  return isClean ? originalText(bytes) : decodedText(bytes);
}
