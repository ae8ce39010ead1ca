/** The chunk that a caller means: by its id, or by a line of a file as it is now. */

import { CoraError } from '../../base/errors.ts';
import { blobKeyOf, rowKeyOf } from '../../base/identity.ts';
import type { ChunkRow } from '../../base/types.ts';
import type { ChunkStore } from '../../store/storePort.ts';
import type { CallerView } from '../../view/callerView.ts';
import { notIndexed } from '../../view/notIndexed.ts';
import { findPublicId } from '../../view/publicIds.ts';
import { rowsById } from '../../view/rowsById.ts';
import { fileAt } from '../../view/viewFiles.ts';
import type { Seed } from '../expand.ts';
import { type Focus, focusOf } from '../focusOf.ts';
import { readFiles } from '../readFiles.ts';
import { GRAPH_COLUMNS } from '../referenceGraph.ts';

/** A chunk's id, or a line (1-based) of a file, seen from the repository's root. */
export type Place = { chunkId: string } | { path: string; line: number };

type Row = Pick<ChunkRow, (typeof COLUMNS)[number]>;
const COLUMNS = [...GRAPH_COLUMNS, 'vector'] as const;

/**
 * @returns the chunk, and what of it is meant: of a line the innermost definition around it
 * @throws CoraError USAGE that says what is there instead
 */
export async function findPlace(
  store: ChunkStore,
  view: CallerView,
  place: Place,
): Promise<{ seed: Seed; focus: Focus; vector: Float32Array }> {
  const found = 'chunkId' in place ? await byId(store, view, place.chunkId) : await byLine(store, view, place);
  const { path, rows } = found;
  let { row } = found;
  const [file] = (await readFiles({ store, view }, [rowKeyOf(row)])).values();
  const { startLine, endLine, defines: definitions } = row;
  const focus =
    file === undefined
      ? { path, startLine, endLine, definitions, named: null }
      : focusOf(file, path, row, 'line' in place ? place.line : null);
  // A comment may stand in the chunk before that of what it documents.
  if (focus.startLine > row.endLine) row = rowAt(rows, focus.startLine) ?? row;
  return { seed: { path, row, score: 1 }, focus, vector: row.vector };
}

interface Found {
  row: Row;
  path: string;
  /** Those of the file, by line; none where a chunk was asked for. */
  rows: readonly Row[];
}

async function byId(store: ChunkStore, view: CallerView, chunkId: string): Promise<Found> {
  const found = await findPublicId(store, view, chunkId);
  const row =
    found === null ? undefined : (await rowsById(store, view.overlay, [found.chunkId], COLUMNS)).get(found.chunkId);
  if (found !== null && row !== undefined) return { row, path: found.path, rows: [] };
  throw new CoraError('USAGE', `No chunk of this view has the id ${chunkId}.`, {
    hint: 'Ids change with the text: take one from a new answer, or name a place as PATH:LINE.',
  });
}

async function byLine(
  store: ChunkStore,
  view: CallerView,
  { path, line }: { path: string; line: number },
): Promise<Found> {
  const file = fileAt(view, path);
  if (file === undefined) throw notIndexed('USAGE', path, view.files);
  const key = blobKeyOf(file);
  const fresh = view.overlay.filter((row) => rowKeyOf(row) === key);
  const rows: Row[] = fresh.length > 0 ? [...fresh] : await store.rows({ blobs: [key] }, COLUMNS);
  rows.sort((a, b) => a.startLine - b.startLine || a.part - b.part);
  const row = rowAt(rows, line);
  const last = rows.reduce((most, { endLine }) => Math.max(most, endLine), 0);
  if (row !== undefined && line <= last) return { row, path, rows };
  throw new CoraError('USAGE', rows.length === 0 ? `${path} holds no text.` : `${path} ends at line ${last}.`, {
    hint: 'cora files   lists what is indexed',
  });
}

/** A blank line between two definitions belongs to the one above. */
function rowAt(rows: readonly Row[], line: number): Row | undefined {
  return rows.findLast(({ startLine }) => startLine <= line) ?? rows[0];
}
