/** The text of what was selected: from the caller's blobs and files, else, for those who have only an index, from the table. */

import type { FileText } from '../query/assemble.ts';
import type { Selected } from '../query/select.ts';
import type { ChunkStore } from '../store-port.ts';
import { decodeText } from '../text.ts';
import type { Embedder } from '../types.ts';
import type { Workspace } from '../workspace.ts';
import type { CallerView } from './callerView.ts';
import { readContents } from './readContents.ts';

/** What a search works with beside the view. */
export interface SearchContext {
  /** Null where only an index is at hand, without its repository. */
  workspace: Workspace | null;
  store: Promise<ChunkStore>;
  embedder: Embedder;
}

export interface Texts {
  lines: FileText;
  /** By chunk id: where no file could be read, and pieces of overlong lines. */
  stored: ReadonlyMap<string, string>;
}

export async function readTexts(
  context: SearchContext,
  view: CallerView,
  selected: readonly Selected[],
): Promise<Texts> {
  const lines = new Map<string, string[]>();
  const files = new Map(
    selected.map(({ chunk }) => [
      chunk.path,
      { path: chunk.path, blob: chunk.row.blobSha, language: chunk.row.language, status: chunk.status },
    ]),
  );
  if (context.workspace !== null) {
    for await (const { file, bytes } of readContents(context.workspace.repository, [...files.values()])) {
      const decoded = bytes === null ? null : decodeText(bytes);
      if (decoded !== null) lines.set(file.path, linesOf(decoded.text));
    }
  }
  const stored = new Map(view.overlay.map(({ chunkId, text }) => [chunkId, text]));
  const unread = selected.filter(
    ({ chunk }) =>
      (!lines.has(chunk.path) || chunk.row.startLine === chunk.row.endLine) && !stored.has(chunk.row.chunkId),
  );
  if (unread.length > 0) {
    const store = await context.store;
    for (const { chunkId, text } of await store.rows({ chunkIds: unread.map(({ chunk }) => chunk.row.chunkId) }, [
      'chunkId',
      'text',
    ]))
      stored.set(chunkId, text);
  }
  return { lines: (path) => lines.get(path) ?? null, stored };
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
