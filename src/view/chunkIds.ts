/**
 * Ids of chunks. A row's own id is a hash that includes the name of its blob. If a secret in the
 * blob was overwritten, somebody could guess the secret and compare hashes. Such a chunk has a
 * public id instead, a hash of what everybody may read. All ids in answers come from here.
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

/** The id of a row that a writer has removed; no chunk has it. */
const GONE = '0'.repeat(16);

/** @returns the hits with public ids; it reads only rows of blobs that may hold secrets */
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
 * Finds a chunk by public id. Chunks that differ only in overwritten secrets share an id; the first
 * one by path is meant.
 *
 * @returns the row's own id and its path; null if no chunk of the view has this id
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

/** Returns the rows of blobs, each with its public id. */
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
  // Few blobs hold an overwritten secret; only their rows are read completely.
  const redacted = new Set(stored.flatMap((row) => (row.redacted === '' ? [] : [rowKeyOf(row)])));
  const whole = redacted.size === 0 ? [] : await store.rows({ blobs: [...redacted] }, COLUMNS);
  const plain = stored.filter((row) => !redacted.has(rowKeyOf(row)));
  return [...shownIds([...fresh, ...whole]), ...plain.map((row) => ({ row, id: row.chunkId }))];
}

/** Returns the rows of whole blobs, each with its public id. */
export function shownIds<T extends NamedRow>(rows: readonly T[]): { row: T; id: string }[] {
  const redacted = new Set(rows.filter((row) => row.redacted !== '').map(rowKeyOf));
  return rows.map((row) => ({ row, id: redacted.has(rowKeyOf(row)) ? publicIdOf(row) : row.chunkId }));
}

/**
 * The content's hash covers only text without secrets. The place is given by lines, not bytes, as
 * in an answer.
 */
function publicIdOf({ language, startLine, endLine, contentHash }: NamedRow): string {
  return fingerprintOf(['redacted', contentHash, language, startLine, endLine, CHUNKER_VERSION]);
}

/** @returns rows by id, without ids that no chunk has (any more) */
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

// Makes a key that identifies a chunk in a view: copies of a file have the same chunks.

export function placeOfChunk({ path, row }: { path: string; row: { chunkId: string } }): string {
  return `${path}\0${row.chunkId}`;
}
