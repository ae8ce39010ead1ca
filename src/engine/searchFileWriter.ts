/**
 * Brings the search file up to the rows of the table: rows that came become a segment, blobs that
 * went are marked in theirs, and segments of like size are joined. To be used under the write lock,
 * after the rows are in the table and before a view names them. After a crash the table decides:
 * what the list does not know is read from there. Only pending rows (joinSegments.ts) are kept
 * without being in it.
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
  searchFolder,
} from './searchFile.ts';
import { SegmentReader } from './segment.ts';
import { SegmentBuilder } from './segmentBuilder.ts';
import { MemoryRanges, NAMES, SECTIONS, type SectionName } from './segmentFile.ts';
import { SegmentRows } from './segmentRows.ts';

/** A reader that opened the list before may still open what it names. */
const GRACE_MS = 3_600_000;

export interface FinishRequest {
  /**
   * False: only the tables of names are compared with their checksums, and what is written again.
   */
  looksAtAll?: boolean;
  /** The number of rows of each blob in the table, where the caller knows it. */
  blobs?: ReadonlyMap<BlobKey, number>;
  /** Blobs that views have; without them all count as such. */
  viewed?: ViewedBlobs;
  /** The rows of this run are not in the table, and those that were pending before stay so. */
  isPending?: boolean;
}

interface Member {
  listed: ListedSegment;
  segment: SegmentReader;
  /** The keys of its blobs, in their order. */
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

  /** To be called before the run writes to the table. */
  static async begin(dir: string, source: RowSource): Promise<SearchFileWriter> {
    return new SearchFileWriter(dir, source.dimensions, await source.version());
  }

  /** Takes rows that are in the table now: whole blobs, the rows of each one after the other. */
  async add(rows: readonly ChunkRow[]): Promise<void> {
    for (const blob of blobsOf(rows)) await this.#addBlob(blob);
  }

  /**
   * Makes the search file that of the table as it is now. Rows of a damaged segment are read from
   * the table.
   */
  async finish(
    source: RowSource,
    { looksAtAll = true, blobs, viewed, isPending = false }: FinishRequest = {},
  ): Promise<void> {
    const wanted = blobs ?? (await source.blobKeys());
    const list = await readSegmentList(this.#dir);
    const before = list?.dimensions === this.#dimensions ? list : null;
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
      const version = await source.version();
      const next = { format: LIST_FORMAT, version, dimensions: this.#dimensions, segments };
      if (this.#hasSaved || JSON.stringify(next) !== JSON.stringify(list))
        await replaceFile(listFile(this.#dir), sealJson(next));
      await this.#removeOthers(new Set(segments.map(({ name }) => name)));
    } finally {
      for (const { segment } of members) segment.close();
    }
  }

  /**
   * Marks blobs that the table lost, or of which this run or an earlier member has the rows.
   * Pending members keep theirs until the table has them.
   * @param changed blobs whose rows may be others in the table
   * @returns the blobs that are alive
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

  /** Joins members with what was written: apart those in the table and those that are pending. */
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

  /** Asks other views only where it seems that a segment is to be written anew. */
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

  /** Readers open the list again when it is another file: also where a segment has its old name. */
  #saved(): void {
    this.#hasSaved = true;
  }

  /** Opens those that are whole: of the others the rows are read from the table again. */
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
   * Somebody wrote to the table without this: a run that was killed. Its blobs may have other rows
   * by now.
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

/** The most rows of a table that is read into memory: they take about 1 kB each. */
const MOST_IN_MEMORY = 1_000_000;

/**
 * Makes a segment in memory of a table that has no search file, such as one in object storage.
 * Texts are left out: people see a few of them, and the table has them.
 * @throws CoraError STORE for a table that is too large
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
  const bytes = Buffer.concat(builder.finish(() => ''));
  return SegmentRows.of(await SegmentReader.open(new MemoryRanges(bytes)));
}

// Looks at a search file whole: whether every byte is as it was written, and every blob of the
// table is in it once.

/**
 * @param wanted the number of rows of each blob in the table; null where there is none, and all
 * rows are pending
 * @returns what is wrong, in one line; null for a search file that is whole
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

/** Rows whose texts are looked at together. */
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
