/**
 * Chunks by their ids. A row's own id hashes the name of its blob, and so, where something in the
 * blob was redacted, a secret: whoever guesses it could compare. Such a chunk has a public id, a
 * hash of what anybody may read of it; every id of an answer goes through here.
 */

import { blobKeyOf, fingerprintOf, rowKeyOf } from '../base/identity.ts';
import { comparePaths } from '../base/patterns.ts';
import type { BlobKey, ChunkRow } from '../base/types.ts';
import { CHUNKER_VERSION } from '../base/version.ts';
import type { RowReader, SearchColumn, SearchReader, SearchRowOf } from '../engine/rowReader.ts';
import { withRowWords } from '../engine/rowWords.ts';
import type { CallerView } from './callerView.ts';
import { fileAt } from './viewFiles.ts';

type ViewOfIds = Pick<CallerView, 'files' | 'byBlob' | 'overlay' | 'isClean'>;

const NAMED = ['chunkId', 'blobSha', 'language'] as const;
const COLUMNS = [...NAMED, 'redacted', 'startLine', 'endLine', 'contentHash'] as const;
type NamedRow = Pick<ChunkRow, (typeof COLUMNS)[number]>;

/** No chunk has it: given where a writer took the row away. */
const GONE = '0'.repeat(16);

/**
 * @returns the hits with the ids that their caller may see; reads rows of blobs that may hold
 * secrets, and no others
 */
export async function withPublicIds<T extends { path: string; chunkId: string }>(
  store: RowReader | Promise<SearchReader>,
  view: ViewOfIds,
  hits: readonly T[],
): Promise<T[]> {
  const keys = hits.map(({ path }) => blobKeyOf(fileAt(view, path)!));
  const unsure = keys.filter((key) => !view.isClean(key));
  if (unsure.length === 0) return [...hits];
  const ids = new Map((await publicIds(await store, view, unsure)).map(({ row, id }) => [row.chunkId, id]));
  return hits.map((hit, at) => (view.isClean(keys[at]!) ? hit : { ...hit, chunkId: ids.get(hit.chunkId) ?? GONE }));
}

/**
 * Chunks of several files may have one public id, where they differ in nothing but what was
 * redacted: the first one by path is meant.
 *
 * @returns the row's own id and its path; null where no chunk of the view has this id
 */
export async function findPublicId(
  store: RowReader,
  view: ViewOfIds,
  id: string,
): Promise<{ chunkId: string; path: string } | null> {
  const [own] = [
    ...view.overlay.filter(({ chunkId }) => chunkId === id),
    ...(await store.rows({ chunkIds: [id] }, NAMED)),
  ];
  if (own !== undefined && view.isClean(rowKeyOf(own))) return firstOf(view, [own]);
  const keys = [...(own === undefined ? [] : [own]), ...(await store.redactedRows()), ...view.overlay].map(rowKeyOf);
  const rows = await publicIds(
    store,
    view,
    keys.filter((key) => view.byBlob.has(key) && !view.isClean(key)),
  );
  return firstOf(
    view,
    rows.flatMap(({ row, id: shown }) => (shown === id ? [row] : [])),
  );
}

function firstOf(
  { byBlob }: ViewOfIds,
  rows: readonly Pick<NamedRow, (typeof NAMED)[number]>[],
): { chunkId: string; path: string } | null {
  const places = rows.flatMap((row) => {
    const [file] = byBlob.get(rowKeyOf(row)) ?? [];
    return file === undefined ? [] : [{ chunkId: row.chunkId, path: file.path }];
  });
  return places.sort(comparePaths)[0] ?? null;
}

/** The rows of blobs, each with the id that a caller may see. */
async function publicIds(
  store: RowReader,
  { overlay }: ViewOfIds,
  blobs: readonly BlobKey[],
): Promise<{ row: Pick<NamedRow, (typeof NAMED)[number]>; id: string }[]> {
  const wanted = new Set(blobs);
  const fresh: NamedRow[] = overlay.filter((row) => wanted.has(rowKeyOf(row)));
  for (const row of fresh) wanted.delete(rowKeyOf(row));
  if (wanted.size === 0) return shownIds(fresh);
  const stored = await store.rows({ blobs: [...wanted] }, [...NAMED, 'redacted']);
  // Few blobs hold something that was redacted: only theirs are read further.
  const redacted = new Set(stored.flatMap((row) => (row.redacted === '' ? [] : [rowKeyOf(row)])));
  const whole = redacted.size === 0 ? [] : await store.rows({ blobs: [...redacted] }, COLUMNS);
  const plain = stored.filter((row) => !redacted.has(rowKeyOf(row)));
  return [...shownIds([...fresh, ...whole]), ...plain.map((row) => ({ row, id: row.chunkId }))];
}

/** Whole blobs, each row with the id that a caller may see. */
export function shownIds<T extends NamedRow>(rows: readonly T[]): { row: T; id: string }[] {
  const redacted = new Set(rows.filter((row) => row.redacted !== '').map(rowKeyOf));
  return rows.map((row) => ({ row, id: redacted.has(rowKeyOf(row)) ? publicIdOf(row) : row.chunkId }));
}

/**
 * The hash of the content is one of the redacted text. No place in bytes: lines are what an answer
 * shows.
 */
function publicIdOf({ language, startLine, endLine, contentHash }: NamedRow): string {
  return fingerprintOf(['redacted', contentHash, language, startLine, endLine, CHUNKER_VERSION]);
}

/** @returns without ids that nobody has (any more) */
export async function rowsById<C extends SearchColumn>(
  store: SearchReader,
  overlay: readonly ChunkRow[],
  chunkIds: Iterable<string>,
  columns: readonly C[],
): Promise<ReadonlyMap<string, SearchRowOf<C | 'chunkId'>>> {
  const wanted = new Set(chunkIds);
  const found = new Map<string, SearchRowOf<C | 'chunkId'>>();
  for (const row of overlay) if (wanted.delete(row.chunkId)) found.set(row.chunkId, withRowWords(row));
  if (wanted.size === 0) return found;
  const all = [...new Set<C | 'chunkId'>(['chunkId', ...columns])];
  for (const row of await store.rows({ chunkIds: [...wanted] }, all)) found.set(row.chunkId, row);
  return found;
}

// Makes what tells a chunk of a view from all others: copies of a file have the same chunks.

export function placeOfChunk({ path, row }: { path: string; row: { chunkId: string } }): string {
  return `${path}\0${row.chunkId}`;
}
