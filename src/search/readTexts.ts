/** The text of what was selected: from the caller's blobs and files, else, for those who have only an index, from the table. */

import type { BlobReader } from '../git/openBlobReader.ts';
import { readWorkingFiles } from '../git/readWorkingFile.ts';
import type { FileText } from '../query/assemble.ts';
import type { RowCache } from '../query/retrieve.ts';
import type { Selected } from '../query/select.ts';
import type { ChunkStore } from '../store-port.ts';
import { decodeText } from '../text.ts';
import type { Embedder } from '../types.ts';
import type { Workspace } from '../workspace.ts';
import type { CallerView } from './callerView.ts';

/** What a search works with beside the view. */
export interface SearchContext {
  /** Null where only an index is at hand, without its repository. */
  caller: { workspace: Workspace; blobs: BlobReader } | null;
  store: Promise<ChunkStore>;
  embedder: Embedder;
  /** What earlier searches of this process read. */
  rows: RowCache;
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
  const lines = context.caller === null ? new Map<string, string[]>() : await linesOfFiles(context.caller, selected);
  const stored = new Map(view.overlay.map(({ chunkId, text }) => [chunkId, text]));
  const isPiece = ({ chunk: { row } }: Selected): boolean => row.parts > 1 && row.startLine === row.endLine;
  const unread = selected.filter(
    (one) => (!lines.has(one.chunk.path) || isPiece(one)) && !stored.has(one.chunk.row.chunkId),
  );
  if (unread.length > 0) {
    const store = await context.store;
    const rows = await store.rows({ chunkIds: unread.map(({ chunk }) => chunk.row.chunkId) }, ['chunkId', 'text']);
    for (const { chunkId, text } of rows) stored.set(chunkId, text);
  }
  return { lines: (path) => lines.get(path) ?? null, stored };
}

async function linesOfFiles(
  { workspace, blobs }: NonNullable<SearchContext['caller']>,
  selected: readonly Selected[],
): Promise<Map<string, string[]>> {
  const lines = new Map<string, string[]>();
  const take = (path: string, bytes: Uint8Array | null | undefined): void => {
    const decoded = bytes === null || bytes === undefined ? null : decodeText(bytes);
    if (decoded !== null) lines.set(path, linesOf(decoded.text));
  };
  const committed = selected.filter(({ chunk }) => chunk.status === 'committed');
  const edited = new Set(selected.filter(({ chunk }) => chunk.status !== 'committed').map(({ chunk }) => chunk.path));
  if (committed.length > 0) {
    const contents = await blobs.read([...new Set(committed.map(({ chunk }) => chunk.row.blobSha))]);
    for (const { chunk } of committed) if (!lines.has(chunk.path)) take(chunk.path, contents.get(chunk.row.blobSha));
  }
  if (edited.size > 0) {
    for await (const { path, bytes } of readWorkingFiles(workspace.repository, [...edited])) take(path, bytes);
  }
  return lines;
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
