/**
 * Updates the search file to the rows of the table. New rows become a segment, removed blobs are
 * marked in theirs, and segments of similar size are joined. Use it under the write lock, after the
 * rows are in the table and before a view names them. After a crash the table is right: rows that
 * the list does not know are read from it. Only pending rows (joinSegments.ts) may be missing from
 * the table.
 */

import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CoraError, isCoraError } from '../base/errors.ts';
import { rowKeyOf } from '../base/identity.ts';
import type { BlobKey, ChunkRow, ViewedBlobs } from '../base/types.ts';
import { replaceFile, sealJson } from '../disk/replaceFile.ts';
import {
  ALL_COLUMNS,
  blobsOf,
  builtSegment,
  byPlace,
  hasRoom,
  ifDamaged,
  isMixed,
  isWhole,
  joinPending,
  joinSegments,
  MOST_ROWS,
  type RowSource,
  saveSegment,
  type WeighedSegment,
} from './joinSegments.ts';
import type { RowReader } from './rowReader.ts';
import {
  checkSections,
  LIST_FORMAT,
  type ListedSegment,
  listFile,
  openSegment,
  readSegmentList,
  type SegmentList,
  searchFolder,
} from './searchFile.ts';
import { SegmentReader } from './segment.ts';
import { SegmentBuilder } from './segmentBuilder.ts';
import { MemoryRanges, NAMES, SECTIONS, type SectionName } from './segmentFile.ts';
import { SegmentRows } from './segmentRows.ts';

/**
 * Old segments are kept this long, because a reader may have read the list before and open them
 * later.
 */
const GRACE_MS = 3_600_000;

export interface FinishRequest {
  /**
   * If false, only the tables of names and the rewritten segments are compared with their
   * checksums.
   */
  looksAtAll?: boolean;
  /** The number of rows of each blob in the table, if the caller knows it. */
  blobs?: ReadonlyMap<BlobKey, number>;
  /** The blobs of kept views. If missing, all blobs count as such. */
  viewed?: ViewedBlobs;
  /** True if the rows of this run stay out of the table, and earlier pending rows stay pending. */
  isPending?: boolean;
  /**
   * True if its view has nearly the files of the last one: no segment is worth rewriting. Since the
   * run began it has seen that all segments are there, and that none has its new blobs.
   */
  isNear?: boolean;
}

interface Member {
  listed: ListedSegment;
  segment: SegmentReader;
  /** The keys of its blobs, in order. */
  keys: readonly BlobKey[];
}

export class SearchFileWriter {
  readonly #dir: string;
  readonly #dimensions: number;
  /** The table's version when the run began. */
  readonly #from: number;
  #builder: SegmentBuilder;
  readonly #added = new Set<BlobKey>();
  readonly #written: ListedSegment[] = [];
  #hasSaved = false;

  private constructor(dir: string, dimensions: number, from: number) {
    this.#dir = dir;
    this.#dimensions = dimensions;
    this.#from = from;
    this.#builder = new SegmentBuilder(dimensions);
  }

  /** Call this before the run writes to the table. */
  static async begin(dir: string, source: RowSource): Promise<SearchFileWriter> {
    return new SearchFileWriter(dir, source.dimensions, await source.version());
  }

  /** Takes rows that have just been added to the table: whole blobs, the rows of each together. */
  async add(rows: readonly ChunkRow[]): Promise<void> {
    for (const blob of blobsOf(rows)) await this.#addBlob(blob);
  }

  /** Writes the segments and the list. Rows of a damaged segment are read from the table. */
  async finish(
    source: RowSource,
    { looksAtAll = true, blobs, viewed, isPending = false, isNear = false }: FinishRequest = {},
  ): Promise<void> {
    const list = await readSegmentList(this.#dir);
    const before = list?.dimensions === this.#dimensions ? list : null;
    if (isPending && isNear && !looksAtAll && before !== null && hasRoom(before.segments)) {
      await this.#write();
      const added = this.#written.map((listed): ListedSegment => ({ ...listed, isPending: true }));
      return this.#writeList(list, before.version, [...before.segments, ...added]);
    }
    const wanted = blobs ?? (await source.blobKeys());
    const isDoubtful = before !== null && before.version !== this.#from;
    const checked = looksAtAll || isDoubtful ? SECTIONS : NAMES;
    const members = before === null ? [] : await this.#openAll(before.segments, checked);
    try {
      const changed = isDoubtful ? await this.#doubtful(source, members) : new Set<BlobKey>();
      const known = this.#markGone(members, wanted, changed, isPending);
      const missing = [...wanted.keys()].filter((key) => !known.has(key));
      if (missing.length > 0)
        for await (const { rows } of source.rowsByBlob(missing, ALL_COLUMNS)) await this.#addBlob(rows as ChunkRow[]);
      await this.#write();
      const segments = await this.#join(source, members, viewed, isPending);
      await this.#writeList(list, await source.version(), segments);
    } finally {
      for (const { segment } of members) segment.close();
    }
  }

  async #writeList(before: SegmentList | null, version: number, segments: ListedSegment[]): Promise<void> {
    const next = { format: LIST_FORMAT, version, dimensions: this.#dimensions, segments };
    if (this.#hasSaved || JSON.stringify(next) !== JSON.stringify(before))
      await replaceFile(listFile(this.#dir), sealJson(next));
    await this.#removeOthers(new Set(segments.map(({ name }) => name)));
  }

  /**
   * Marks blobs as removed if the table no longer has them, or if a newer segment has their rows.
   * Pending segments keep their blobs until the table has them.
   * @param changed blobs whose rows in the table may differ from those in segments
   * @returns the blobs that remain
   */
  #markGone(
    members: readonly Member[],
    wanted: ReadonlyMap<BlobKey, number>,
    changed: ReadonlySet<BlobKey>,
    staysPending: boolean,
  ): Set<BlobKey> {
    const known = new Set<BlobKey>(this.#added);
    for (const { listed, segment, keys } of members) {
      const gone = new Set(listed.gone);
      const wasPending = listed.isPending === true;
      let isPending = false;
      for (let blob = 0; blob < listed.blobs; blob++) {
        const key = keys[blob]!;
        const [from, to] = segment.names.rowsOf(blob);
        const isInTable = wanted.has(key) && !(staysPending && wasPending);
        const isIn = isInTable ? wanted.get(key) === to - from : wasPending;
        const isOther = changed.has(key) && wanted.has(key);
        if (gone.has(blob) || !isIn || known.has(key) || isOther) gone.add(blob);
        else {
          known.add(key);
          isPending ||= !isInTable;
        }
      }
      listed.gone = [...gone].sort((a, b) => a - b);
      if (!isPending) delete listed.isPending;
    }
    return known;
  }

  /** Joins old and new segments. Pending ones are joined only with each other. */
  async #join(
    source: RowSource,
    members: readonly Member[],
    viewed: ViewedBlobs | undefined,
    isPending: boolean,
  ): Promise<ListedSegment[]> {
    const { isViewed, weighed } = await this.#weigh(members, viewed);
    const written = this.#written.map((listed) => ({ listed, viewed: listed.rows, others: 0 }));
    const request = {
      ...{ dir: this.#dir, dimensions: this.#dimensions, source, isViewed, onSaved: () => this.#saved() },
    };
    const pending = weighed.filter(({ listed }) => listed.isPending === true);
    const inTable = weighed.filter(({ listed }) => listed.isPending === undefined);
    (isPending ? pending : inTable).push(...written);
    return [...(await joinSegments(request, inTable)), ...(await joinPending(request, pending))];
  }

  /**
   * Counts a segment's rows by kind. It reads other views only if the segment may have to be
   * rewritten.
   */
  async #weigh(
    members: readonly Member[],
    viewed: ViewedBlobs | undefined,
  ): Promise<{ isViewed: (key: BlobKey) => boolean; weighed: WeighedSegment[] }> {
    let isViewed = (key: BlobKey): boolean => viewed?.now.has(key) ?? true;
    const weigh = () => members.map((member) => weighedBy(member, isViewed));
    const weighed = weigh();
    if (viewed === undefined || !weighed.some(isMixed)) return { isViewed, weighed };
    const kept = await viewed.kept();
    isViewed = (key) => viewed.now.has(key) || kept.has(key);
    return { isViewed, weighed: weigh() };
  }

  async #addBlob(rows: readonly ChunkRow[]): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    this.#added.add(rowKeyOf(first));
    this.#builder.add(rows.toSorted(byPlace));
    if (this.#builder.rows >= MOST_ROWS) await this.#write();
  }

  async #write(): Promise<void> {
    if (this.#builder.rows === 0) return;
    const builder = this.#builder;
    this.#builder = new SegmentBuilder(this.#dimensions);
    this.#written.push(await saveSegment(this.#dir, builtSegment(builder)));
    this.#saved();
  }

  /** Readers open the list again when its file is replaced, also if a segment has its old name. */
  #saved(): void {
    this.#hasSaved = true;
  }

  /** Opens the segments that are whole. The rows of the others are read from the table again. */
  async #openAll(segments: readonly ListedSegment[], checked: readonly SectionName[]): Promise<Member[]> {
    const members: Member[] = [];
    for (const listed of segments) {
      const segment = await openSegment(this.#dir, listed, this.#dimensions).catch(ifDamaged);
      if (segment === null) continue;
      if (await isWhole(segment, checked)) {
        await segment.prepare();
        members.push({ listed: { ...listed }, segment, keys: segment.names.keys() });
      } else segment.close();
    }
    return members;
  }

  /**
   * Somebody wrote to the table without updating this: a run that was killed. Its blobs may have
   * other rows by now.
   */
  async #doubtful(source: RowSource, members: readonly Member[]): Promise<Set<BlobKey>> {
    if (members.length === 0) return new Set();
    const contents = new Map<string, string>();
    for await (const rows of source.scan(['chunkId', 'contentHash']))
      for (const { chunkId, contentHash } of rows) contents.set(chunkId, contentHash);
    const changed = new Set<BlobKey>();
    for (const { segment } of members) {
      const rows = await SegmentRows.of(segment);
      for await (const batch of rows.scan(['chunkId', 'blobSha', 'language', 'contentHash']))
        for (const row of batch) if (contents.get(row.chunkId) !== row.contentHash) changed.add(rowKeyOf(row));
    }
    return changed;
  }

  async #removeOthers(names: ReadonlySet<string>): Promise<void> {
    const folder = searchFolder(this.#dir);
    for (const file of await readdir(folder).catch(() => [])) {
      if (!file.endsWith('.segment') || names.has(file.slice(0, -'.segment'.length))) continue;
      const path = join(folder, file);
      const age = Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? Date.now());
      if (age > GRACE_MS) await rm(path, { force: true });
    }
  }
}

function weighedBy({ listed, segment, keys }: Member, isViewed: (key: BlobKey) => boolean): WeighedSegment {
  const gone = new Set(listed.gone);
  const found = { listed, viewed: 0, others: 0 };
  for (let blob = 0; blob < listed.blobs; blob++) {
    if (gone.has(blob)) continue;
    const [from, to] = segment.names.rowsOf(blob);
    found[isViewed(keys[blob]!) ? 'viewed' : 'others'] += to - from;
  }
  return found;
}

interface CountedReader extends RowReader {
  countRows(): Promise<number>;
}

/** The largest table that is read into memory; a row takes about 1 kB. */
const MOST_IN_MEMORY = 1_000_000;

/**
 * Makes a segment in memory from a table without a search file, such as one in object storage. It
 * has no texts: only a few are shown, and the table has them.
 * @throws CoraError STORE if the table is too large
 */
export async function readIntoMemory(source: CountedReader, dimensions: number): Promise<SegmentRows> {
  const size = await source.countRows();
  if (size > MOST_IN_MEMORY) {
    const message = `The index cannot be searched where it lies: its table of ${size} rows is too large`;
    throw new CoraError('STORE', `${message} (${MOST_IN_MEMORY} at most).`, {
      hint: 'cora pull ADDRESS   brings the index into a clone',
    });
  }
  const seen = new Set<BlobKey>();
  const apart = new Map<BlobKey, ChunkRow[]>();
  let last: BlobKey | null = null;
  for await (const rows of source.scan(['blobSha', 'language'])) {
    for (const row of rows) {
      const key = rowKeyOf(row);
      if (key !== last && seen.has(key)) apart.set(key, []);
      seen.add(key);
      last = key;
    }
  }
  const builder = new SegmentBuilder(dimensions);
  let begun: ChunkRow[] = [];
  for await (const batch of source.scan(ALL_COLUMNS.filter((column) => column !== 'text' && column !== 'doc'))) {
    const rows = batch.map((row): ChunkRow => ({ ...(row as ChunkRow), text: '', doc: '' }));
    const all = [...begun, ...rows];
    begun = [];
    for (const blob of blobsOf(all)) {
      builder.add(begun.toSorted(byPlace));
      begun = [];
      const own = apart.get(rowKeyOf(blob[0]!));
      if (own === undefined) begun = [...blob];
      else own.push(...blob);
    }
  }
  for (const blob of [begun, ...apart.values()]) builder.add(blob.toSorted(byPlace));
  const bytes = Buffer.concat([...builder.finish(() => '')]);
  return SegmentRows.of(await SegmentReader.open(new MemoryRanges(bytes)));
}

// Checks a whole search file: every byte must be as it was written, and every blob of the table
// must be in it once.

/**
 * @param wanted the number of rows of each blob in the table; null without a table, when all rows
 * are pending
 * @returns one line that says what is wrong; null if nothing is
 */
export async function complaintOfSearchFile(
  dir: string,
  dimensions: number,
  wanted: ReadonlyMap<BlobKey, number> | null,
): Promise<string | null> {
  const list = await readSegmentList(dir);
  if (list === null || list.dimensions !== dimensions) return 'it is not there, or of another version';
  const found = new Map<BlobKey, number>();
  const pending = new Set<BlobKey>();
  let twice = 0;
  for (const listed of list.segments) {
    try {
      const segment = await openSegment(dir, listed, dimensions);
      try {
        await checkSections(segment);
        await segment.prepare();
        await readTexts(segment);
        for (const [key, rows] of livingBlobs(listed, segment)) {
          if (found.has(key)) twice += 1;
          found.set(key, rows);
          if (listed.isPending === true) pending.add(key);
        }
      } finally {
        segment.close();
      }
    } catch (error) {
      if (isCoraError(error) && error.code === 'BROKEN_INDEX') return `${listed.name}.segment is not as it was written`;
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return `${listed.name}.segment is not there`;
      throw error;
    }
  }
  const inTable = wanted ?? new Map<BlobKey, number>();
  const lacking = [...inTable].filter(([key, rows]) => found.get(key) !== rows).length;
  const surplus = [...found.keys()].filter((key) => !inTable.has(key) && !pending.has(key)).length;
  if (lacking + surplus + twice === 0) return null;
  return `${lacking} file version(s) of the table are not in it, ${surplus + twice} are too many`;
}

/** So many rows' texts are read together. */
const TOGETHER = 4096;

/** Each row has a text and a record. */
async function readTexts(segment: SegmentReader): Promise<void> {
  const { rows, omits } = segment.header;
  await segment.checkEnds();
  if (omits.includes('texts')) return;
  for (let from = 0; from < rows; from += TOGETHER) await segment.rowBytes(from, Math.min(rows, from + TOGETHER));
}

function* livingBlobs({ gone, blobs }: ListedSegment, segment: SegmentReader): Generator<[BlobKey, number]> {
  const dead = new Set(gone);
  for (let blob = 0; blob < blobs; blob++) {
    if (dead.has(blob)) continue;
    const [from, to] = segment.names.rowsOf(blob);
    yield [segment.blobKey(blob), to - from];
  }
}
