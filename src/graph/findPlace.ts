/**
 * Finds where one comes from: the chunk that a caller means, by its id or by a line of a file as it
 * is now, and what of the file is meant.
 */

import { CoraError } from '../base/errors.ts';
import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import type { ChunkRow } from '../base/types.ts';
import type { SearchReader } from '../engine/rowReader.ts';
import type { CallerView } from '../view/callerView.ts';
import { findPublicId, rowsById } from '../view/chunkIds.ts';
import { fileAt, notIndexed } from '../view/viewFiles.ts';
import type { Seed } from './findNeighbours.ts';
import { holderAt } from './holderAt.ts';
import {
  definitionsAround,
  type FileDefinition,
  readFiles,
  rowsOfBlobs,
  type SourceFile,
  type SymbolContext,
} from './readFiles.ts';
import { GRAPH_COLUMNS } from './referenceGraph.ts';

/** A chunk's id, or a line (1-based) of a file, seen from the repository's root. */
export type NamedPlace = { chunkId: string } | { path: string; line: number };

type PlaceRow = Pick<ChunkRow, (typeof PLACE_COLUMNS)[number]>;
const PLACE_COLUMNS = [...GRAPH_COLUMNS, 'vector'] as const;

/**
 * @returns the chunk, and what of it is meant: of a line the innermost definition around it
 * @throws CoraError USAGE that says what is there instead
 */
export async function findPlace(
  store: SearchReader,
  view: CallerView,
  place: NamedPlace,
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
  row: PlaceRow;
  path: string;
  /** Those of the file, by line; none where a chunk was asked for. */
  rows: readonly PlaceRow[];
}

async function byId(store: SearchReader, view: CallerView, chunkId: string): Promise<Found> {
  const found = await findPublicId(store, view, chunkId);
  const ids = found === null ? [] : [found.chunkId];
  const [row] = (await rowsById(store, view.overlay, ids, PLACE_COLUMNS)).values();
  if (found !== null && row !== undefined) return { row, path: found.path, rows: [] };
  throw new CoraError('USAGE', `No chunk of this view has the id ${chunkId}.`, {
    hint: 'Ids change with the text: take one from a new answer, or name a place as PATH:LINE.',
  });
}

async function byLine(
  store: SearchReader,
  view: CallerView,
  { path, line }: { path: string; line: number },
): Promise<Found> {
  const file = fileAt(view, path);
  if (file === undefined) throw notIndexed('USAGE', path, view.files);
  const rows: PlaceRow[] = await rowsOfBlobs({ store, view }, [blobKeyOf(file)], PLACE_COLUMNS);
  rows.sort((a, b) => a.startLine - b.startLine || a.part - b.part);
  const row = rowAt(rows, line);
  const last = rows.reduce((most, { endLine }) => Math.max(most, endLine), 0);
  if (row !== undefined && line <= last) return { row, path, rows };
  throw new CoraError('USAGE', rows.length === 0 ? `${path} holds no text.` : `${path} ends at line ${last}.`, {
    hint: 'cora files   lists what is indexed',
  });
}

/** A blank line between two definitions belongs to the one above. */
function rowAt(rows: readonly PlaceRow[], line: number): PlaceRow | undefined {
  return rows.findLast(({ startLine }) => startLine <= line) ?? rows[0];
}

// Where one comes from: what of a file is meant by a chunk or a line.

/** Lines of a file, and the definitions there whose users are wanted. */
export interface Focus {
  path: string;
  startLine: number;
  endLine: number;
  definitions: readonly { name: string; startLine: number }[];
  /** The definition that is meant; null for a chunk. */
  named: Pick<FileDefinition, 'name' | 'kind'> | null;
}

/**
 * @param line the definition that holds it or that it documents is meant, or the block of a test,
 * with all inside of it; null for the whole chunk, and what it is a part of
 */
function focusOf(file: SourceFile, path: string, row: ChunkLines, line: number | null): Focus {
  const whole =
    line === null
      ? definitionsAround(file, row.startLine).findLast(({ name }) => row.parts > 1 && name === row.symbol)
      : meantAt(file, line);
  const { startLine, endLine } = whole ?? row;
  const isWithin = (one: FileDefinition): boolean => startLine <= one.startLine && one.startLine <= endLine;
  return { path, startLine, endLine, definitions: file.definitions.filter(isWithin), named: whole ?? null };
}

/**
 * The definition that a comment above it documents, the block of a test, else the innermost
 * definition around.
 */
function meantAt(file: SourceFile, line: number): Meant | undefined {
  const inner = documentedAt(file, line) ?? definitionsAround(file, line).at(-1);
  const holder = holderAt(file, line);
  if (holder.isTitle !== true || (inner !== undefined && inner.startLine >= holder.startLine)) return inner;
  const { symbol: name, kind, startLine, endLine } = holder;
  return { name, kind, startLine, endLine };
}

type Meant = Pick<FileDefinition, 'name' | 'kind' | 'startLine' | 'endLine'>;

/** The most lines of a comment that are read. */
const MOST_COMMENT = 200;

/** A comment documents what follows it without a blank line. */
function documentedAt({ lines, code, definitions }: SourceFile, line: number): FileDefinition | undefined {
  for (let at = line; at < line + MOST_COMMENT && at <= lines.length; at++) {
    const begun = at > line ? definitions.find(({ startLine }) => startLine === at) : undefined;
    if (begun !== undefined) return begun;
    const isComment = code[at - 1]!.trim() === '' && lines[at - 1]!.trim() !== '';
    if (!isComment && (at === line || !/^\s*[@#[]/.test(code[at - 1]!))) return undefined;
  }
  return undefined;
}

type ChunkLines = Pick<ChunkRow, 'startLine' | 'endLine' | 'symbol' | 'parts'>;

/**
 * @returns those of chunks, in their order; files are read only where a definition is larger than
 * its chunk
 */
export async function focusesOf(
  context: SymbolContext,
  seeds: readonly { path: string; row: ChunkLines & Pick<ChunkRow, 'blobSha' | 'language' | 'defines'> }[],
): Promise<Focus[]> {
  const inParts = seeds.filter(({ row }) => row.parts > 1);
  const files =
    inParts.length === 0 ? new Map() : await readFiles(context, new Set(inParts.map(({ row }) => rowKeyOf(row))));
  return seeds.map(({ path, row }) => {
    const file: SourceFile | undefined = files.get(rowKeyOf(row));
    const { startLine, endLine, defines: definitions } = row;
    return file === undefined || row.parts === 1
      ? { path, startLine, endLine, definitions, named: null }
      : focusOf(file, path, row, null);
  });
}
