/**
 * Writes segments as files and joins several into one, so that a store has few and each row is
 * rewritten only a few times.
 */

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, isCoraError } from '../base/errors.ts';
import { rowKeyOf } from '../base/identity.ts';
import type { BlobKey, ChunkRow } from '../base/types.ts';
import { makePrivate } from '../disk/makePrivate.ts';
import { replaceFile, sealJson } from '../disk/replaceFile.ts';
import type { RowColumn, RowOf, RowReader } from './rowReader.ts';
import {
  checkSections,
  LIST_FORMAT,
  type ListedSegment,
  listFile,
  nameByContent,
  openSegment,
  readSegmentList,
  searchFolder,
  segmentFile,
} from './searchFile.ts';
import type { SegmentReader } from './segment.ts';
import { SegmentBuilder } from './segmentBuilder.ts';
import { SECTIONS, type SectionName } from './segmentFile.ts';
import { SegmentRows } from './segmentRows.ts';

/** Reads the table from which the search file is made. */
export interface RowSource extends Pick<RowReader, 'blobKeys' | 'rowsByBlob' | 'scan'> {
  readonly dimensions: number;
  /** Changes with every write. */
  version(): Promise<number>;
}

/**
 * The most rows of a segment that a build writes. It is in memory while it is made, with about 1.5
 * kB for each row. A join is made in memory too, so a segment with more rows is not joined.
 */
export const MOST_ROWS = 60_000;
/** A segment is joined with the next smaller one unless it has this many times its rows. */
const TIMES_LARGER = 2;
/**
 * A segment is rewritten when more than this share of its rows is gone or belongs to no kept view.
 * Rows of kept views and other rows then get a segment each, and no query reads the latter.
 */
const MOST_GONE = 0.3;

export const ALL_COLUMNS: readonly RowColumn[] = [
  ...(['chunkId', 'blobSha', 'language', 'kind', 'symbol', 'scope', 'signature', 'nodeType', 'redacted'] as const),
  ...(['frame', 'startLine', 'endLine', 'startByte', 'endByte', 'part', 'parts', 'parentChunk', 'text'] as const),
  ...(['searchText', 'doc', 'defines', 'references', 'tokens', 'contentHash', 'vector'] as const),
];

/** A segment in memory that has no file yet. */
export interface BuiltSegment {
  name: string;
  rows: number;
  blobs: number;
  pieces: readonly Uint8Array[];
}

export function builtSegment(builder: SegmentBuilder): BuiltSegment {
  const { rows, blobs } = builder;
  const pieces = [...builder.finish()];
  return { name: nameByContent(pieces[0]!), rows, blobs, pieces };
}

/** Writes the file. No list names the segment yet. */
export async function saveSegment(dir: string, { name, rows, blobs, pieces }: BuiltSegment): Promise<ListedSegment> {
  makePrivate(searchFolder(dir));
  await replaceFile(segmentFile(dir, name), pieces);
  return { name, rows, blobs, bytes: pieces.reduce((sum, { length }) => sum + length, 0), gone: [] };
}

interface JoinRequest {
  dir: string;
  dimensions: number;
  /** Reads rows that a damaged segment has lost; null if only segments have the rows. */
  source: Pick<RowReader, 'rowsByBlob'> | null;
  /** True for blobs of views that are kept. If missing, all blobs count as such. */
  isViewed?: (key: BlobKey) => boolean;
  /** Called after each segment is written. */
  onSaved?: () => void;
}

/** A segment, and how many of its living rows belong to views and how many do not. */
export interface WeighedSegment {
  listed: ListedSegment;
  viewed: number;
  others: number;
}

/** True if it has many rows of both kinds. */
export function isMixed({ viewed, others }: WeighedSegment): boolean {
  return viewed > 0 && others > MOST_GONE * (viewed + others);
}

/** Joins segments, of either kind, until each has several times the rows of the next one. */
export async function joinSegments(
  request: JoinRequest,
  segments: readonly WeighedSegment[],
): Promise<ListedSegment[]> {
  const mixed = segments.filter(isMixed);
  const plain = segments.filter((one) => one.viewed + one.others > 0 && !mixed.includes(one));
  const found: ListedSegment[] = [];
  for (const kind of ['viewed', 'others'] as const) {
    const own = plain.filter(({ viewed }) => viewed > 0 === (kind === 'viewed'));
    found.push(...(await joinKind(request, kind, own, mixed)));
  }
  return found.sort((a, b) => b.rows - a.rows);
}

async function joinKind(
  request: JoinRequest,
  kind: 'viewed' | 'others',
  own: readonly WeighedSegment[],
  mixed: readonly WeighedSegment[],
): Promise<ListedSegment[]> {
  const living = (one: WeighedSegment): number => one.viewed + one.others;
  const sorted = own.toSorted((a, b) => b.listed.rows - a.listed.rows || (a.listed.name < b.listed.name ? -1 : 1));
  const kept = sorted.filter((one) => living(one) >= (1 - MOST_GONE) * one.listed.rows);
  const joined = sorted.filter((one) => !kept.includes(one));
  let rows = [...joined.map(living), ...mixed.map((one) => one[kind])].reduce((sum, one) => sum + one, 0);
  for (let last = kept.at(-1); last !== undefined; last = kept.at(-1)) {
    // A segment that is rewritten also takes in the smallest one. If none is, the two smallest are
    // joined.
    const smaller = rows > 0 ? rows : living(last);
    const larger = rows > 0 ? last : kept.at(-2);
    if (larger === undefined) break;
    const size = larger.listed.rows;
    if (size + smaller > MOST_ROWS || size >= TIMES_LARGER * smaller) break;
    joined.push(last);
    kept.pop();
    rows += living(last);
  }
  const there = kept.map(({ listed }) => listed);
  return rows === 0 ? there : [...there, ...(await joinAll(request, kind, joined, mixed))];
}

/**
 * Segments are checked before they are copied: a damaged byte would get a new, correct checksum.
 */
async function joinAll(
  { dir, dimensions, source, isViewed = () => true, onSaved }: JoinRequest,
  kind: 'viewed' | 'others',
  joined: readonly WeighedSegment[],
  mixed: readonly WeighedSegment[],
): Promise<ListedSegment[]> {
  const saved: ListedSegment[] = [];
  let builder = new SegmentBuilder(dimensions);
  const save = async (): Promise<void> => {
    if (builder.rows === 0) return;
    const full = builder;
    builder = new SegmentBuilder(dimensions);
    saved.push(await saveSegment(dir, builtSegment(full)));
    onSaved?.();
  };
  const add = async (blob: readonly ChunkRow[], isWhole: boolean): Promise<void> => {
    if (!isWhole && isViewed(rowKeyOf(blob[0]!)) !== (kind === 'viewed')) return;
    if (builder.rows >= MOST_ROWS) await save();
    builder.add(blob);
  };
  for (const { listed } of [...joined, ...mixed]) {
    const isWholly = joined.some((one) => one.listed === listed);
    const segment = await openSegment(dir, listed, dimensions).catch(ifDamaged);
    if (segment === null) continue;
    const rows = await SegmentRows.of(segment, listed.gone);
    if (await isWhole(segment, SECTIONS)) {
      for await (const batch of rows.scan([...ALL_COLUMNS, 'words']))
        for (const blob of blobsOf(batch)) await add(blob, isWholly);
    } else if (source !== null) {
      const keys = [...(await rows.blobKeys()).keys()];
      for await (const blob of source.rowsByBlob(keys, ALL_COLUMNS))
        if (blob.rows.length > 0) await add((blob.rows as ChunkRow[]).toSorted(byPlace), isWholly);
    }
    rows.close();
  }
  await save();
  return saved;
}

/**
 * For `catch`: null for a segment that is missing or damaged; every other error is thrown again.
 */
export function ifDamaged(error: unknown): null {
  if (isCoraError(error) || codeOf(error) === 'ENOENT') return null;
  throw error;
}

export function isWhole(segment: SegmentReader, sections: readonly SectionName[]): Promise<boolean> {
  return checkSections(segment, sections).then(
    () => true,
    (error: unknown) => ifDamaged(error) !== null,
  );
}

/** Yields the rows of one blob after the other. */
export function* blobsOf<R extends ChunkRow>(rows: readonly R[]): Generator<readonly R[]> {
  let from = 0;
  for (let at = 1; at <= rows.length; at++) {
    if (at < rows.length && rowKeyOf(rows[at]!) === rowKeyOf(rows[from]!)) continue;
    yield rows.slice(from, at);
    from = at;
  }
}

export function byPlace(a: ChunkRow, b: ChunkRow): number {
  return a.startByte - b.startByte || a.part - b.part;
}

// Pending rows are in segments only, not in the table; questions read segments only. A pull and
// runs of a few files leave their rows pending. A larger run of `cora index` moves them into the
// table, without chunking or embedding.

/**
 * Up to this many pending segments are read as they are: joining them takes longer than all that
 * questions would save.
 */
const MOST_PENDING_SEGMENTS = 8;

/** True if another pending segment can stand beside these. */
export function hasRoom(segments: readonly ListedSegment[]): boolean {
  return segments.filter(({ isPending }) => isPending === true).length < MOST_PENDING_SEGMENTS;
}

export async function joinPending(request: JoinRequest, segments: readonly WeighedSegment[]): Promise<ListedSegment[]> {
  const joined =
    segments.length > MOST_PENDING_SEGMENTS
      ? await joinSegments(request, segments)
      : segments.map(({ listed }) => listed);
  return joined.map((listed): ListedSegment => ({ ...listed, isPending: true }));
}

/**
 * Adds segments, whose files exist already, to the list of a store. A blob that the store has keeps
 * its rows, and a removed one stays removed. Call it under the write lock.
 */
export async function listPending(dir: string, dimensions: number, came: readonly ListedSegment[]): Promise<void> {
  const list = await readSegmentList(dir);
  const before = list?.dimensions === dimensions ? list : { version: NO_TABLE, segments: [] };
  const known = new Set<BlobKey>();
  const lost = new Set<ListedSegment>();
  for (const listed of before.segments) {
    const segment = await openSegment(dir, listed, dimensions).catch(ifDamaged);
    if (segment === null) {
      lost.add(listed);
      continue;
    }
    const rows = await SegmentRows.of(segment, listed.gone);
    for (const key of (await rows.blobKeys()).keys()) known.add(key);
    rows.close();
  }
  const added: ListedSegment[] = [];
  for (const listed of came) {
    const segment = await openSegment(dir, listed, dimensions);
    await segment.prepare();
    const before = new Set(listed.gone);
    const gone: number[] = [];
    for (let blob = 0; blob < listed.blobs; blob++)
      if (before.has(blob) || known.has(segment.blobKey(blob))) gone.push(blob);
    segment.close();
    added.push({ ...listed, gone });
  }
  const settled = before.segments.filter((one) => one.isPending === undefined);
  const waiting = before.segments.filter((one) => one.isPending === true && !lost.has(one));
  const pending = [...waiting, ...added].filter(({ gone, blobs }) => gone.length < blobs);
  const segments = [...settled, ...(await joinPending({ dir, dimensions, source: null }, pending.map(weighed)))];
  await replaceFile(listFile(dir), sealJson({ format: LIST_FORMAT, version: before.version, dimensions, segments }));
}

function weighed(listed: ListedSegment): WeighedSegment {
  return { listed, viewed: listed.rows * (1 - listed.gone.length / Math.max(1, listed.blobs)), others: 0 };
}

/** The version in the list of a store without a table. */
export const NO_TABLE = 0;

/** Keeps only the pending segments that are whole: no other place has their rows. */
export async function keepWholePending(dir: string): Promise<void> {
  const list = await readSegmentList(dir);
  const whole: ListedSegment[] = [];
  for (const listed of list?.segments.filter((one) => one.isPending === true) ?? []) {
    const segment = await openSegment(dir, listed, list!.dimensions).catch(ifDamaged);
    if (segment !== null && (await isWhole(segment, SECTIONS))) whole.push(listed);
    segment?.close();
  }
  const kept = new Set(whole.map(({ name }) => segmentFile(dir, name)));
  for (const name of await readdir(searchFolder(dir)).catch(() => []))
    if (!kept.has(join(searchFolder(dir), name))) await rm(join(searchFolder(dir), name), { force: true });
  if (whole.length === 0) return;
  const { dimensions } = list!;
  await replaceFile(listFile(dir), sealJson({ format: LIST_FORMAT, version: NO_TABLE, dimensions, segments: whole }));
}

/** Tells whether rows are pending. */
export async function hasPending(dir: string): Promise<boolean> {
  return ((await readSegmentList(dir))?.segments ?? []).some((one) => one.isPending === true);
}

const COLUMNS = ALL_COLUMNS.filter((column) => column !== 'searchText' && column !== 'tokens');

/** A row without its words, which can be made from its text. */
type PendingRow = Omit<ChunkRow, 'searchText' | 'tokens'>;

/** Yields the pending rows, blob after blob. Damaged segments are left out. */
export async function* pendingRows(dir: string, dimensions: number): AsyncGenerator<readonly PendingRow[]> {
  for await (const batch of scanPending(dir, dimensions, COLUMNS)) yield* blobsOf(batch as ChunkRow[]);
}

/** Returns how many pending rows each blob has. */
export async function pendingBlobs(dir: string, dimensions: number): Promise<Map<BlobKey, number>> {
  const rows = new Map<BlobKey, number>();
  for await (const batch of scanPending(dir, dimensions, ['blobSha', 'language']))
    for (const row of batch) rows.set(rowKeyOf(row), (rows.get(rowKeyOf(row)) ?? 0) + 1);
  return rows;
}

async function* scanPending<C extends RowColumn>(
  dir: string,
  dimensions: number,
  columns: readonly C[],
): AsyncGenerator<RowOf<C>[]> {
  const list = await readSegmentList(dir);
  if (list === null || list.dimensions !== dimensions) return;
  for (const listed of list.segments.filter((one) => one.isPending === true)) {
    const segment = await openSegment(dir, listed, dimensions).catch(ifDamaged);
    if (segment === null) continue;
    const rows = await SegmentRows.of(segment, listed.gone);
    try {
      if (await isWhole(segment, SECTIONS)) yield* rows.scan(columns);
    } finally {
      rows.close();
    }
  }
}
