/**
 * Reads the text of selected results: the caller's own files, or the text in the index for callers
 * without the files.
 */

import { rowKeyOf } from '../base/identity.ts';
import { groupBy } from '../base/lists.ts';
import type { ChunkRow } from '../base/types.ts';
import type { SearchReader } from '../engine/rowReader.ts';
import type { CallerView } from '../view/callerView.ts';
import { rowsById } from '../view/chunkIds.ts';
import { TEXT_COLUMNS, textOfRows } from '../view/cutLines.ts';
import type { SearchContext } from './members.ts';
import type { Selected } from './rank/select.ts';
import type { ChunkSource } from './show/assemble.ts';
import { type FileLines, fileLinesOf, SHOWN_COLUMNS, type ShownRow } from './show/placeChunk.ts';

export async function readTexts(
  context: SearchContext,
  view: CallerView,
  selected: readonly Selected[],
): Promise<Pick<ChunkSource, 'lines' | 'shown' | 'prose'>> {
  const store = await context.store;
  const [files, shown, prose] = await Promise.all([
    filesOfChunks(context, view, selected),
    shownRows(store, view, selected, NAMED_COLUMNS),
    proseOf(context, view, selected),
  ]);
  // The text in the table is the largest part of a row, and rarely needed.
  const stored = selected.filter(({ chunk }) => {
    const row = shown.get(chunk.row.chunkId);
    if (row === undefined) return false;
    const { endLine, parts } = row;
    return !files.has(chunk.path) || (parts > 1 && endLine === chunk.row.startLine);
  });
  const whole = await shownRows(store, view, stored, SHOWN_COLUMNS);
  return {
    lines: (path) => files.get(path) ?? null,
    shown: new Map([...shown].map(([id, row]) => [id, whole.get(id) ?? { ...row, text: '' }])),
    prose,
  };
}

const NO_PROSE: ReadonlyMap<string, string> = new Map();

/**
 * Reads commentary by the content of the caller's own chunks, so commentary on other content is not
 * shown.
 */
async function proseOf(
  { store, prose }: SearchContext,
  view: CallerView,
  selected: readonly Selected[],
): Promise<ReadonlyMap<string, string>> {
  if (prose === null || selected.length === 0 || (await prose.read()).length === 0) return NO_PROSE;
  const hashes = await shownRows(await store, view, selected, ['contentHash']);
  const texts = await prose.texts([...hashes.values()].map(({ contentHash }) => contentHash));
  return new Map(
    [...hashes].flatMap(([chunkId, { contentHash }]) => {
      const text = texts.get(contentHash);
      return text === undefined ? [] : [[chunkId, text] as const];
    }),
  );
}

const NAMED_COLUMNS = SHOWN_COLUMNS.filter((column) => column !== 'text');

/** Returns the rows of selected chunks, by chunk id. */
export function shownRows<C extends keyof ShownRow | 'contentHash'>(
  store: SearchReader,
  { overlay }: CallerView,
  selected: readonly Selected[],
  columns: readonly C[],
): Promise<ReadonlyMap<string, Pick<ChunkRow, C | 'chunkId'>>> {
  const ids = selected.map(({ chunk }) => chunk.row.chunkId);
  return rowsById(store, overlay, ids, columns);
}

/** @returns whole files by path; those that cannot be read, or are no text, are left out */
export function filesOfChunks(
  context: SearchContext,
  view: CallerView,
  selected: readonly Pick<Selected, 'chunk'>[],
): Promise<Map<string, FileLines>> {
  return context.caller === null ? filesInIndex(context, selected) : context.caller(view, selected);
}

/** Makes each file from its rows. */
async function filesInIndex(
  { store }: SearchContext,
  selected: readonly Pick<Selected, 'chunk'>[],
): Promise<Map<string, FileLines>> {
  if (selected.length === 0) return new Map();
  const blobs = [...new Set(selected.map(({ chunk }) => rowKeyOf(chunk.row)))];
  const opened = await store;
  // Public ids will need this column. In a far index, reading it now shares a round of requests.
  const soon = opened.afar === null ? [] : (['redacted'] as const);
  const rows = await opened.rows({ blobs }, ['blobSha', 'language', ...TEXT_COLUMNS, ...soon]);
  const files = new Map([...groupBy(rows, rowKeyOf)].map(([key, own]) => [key, fileLinesOf(textOfRows(own))]));
  return new Map(
    selected.flatMap(({ chunk }) => {
      const file = files.get(rowKeyOf(chunk.row));
      return file === undefined ? [] : [[chunk.path, file] as const];
    }),
  );
}
