/**
 * Brings the search file up to the rows of the table: rows that came become a segment, blobs that
 * went are marked in theirs, and segments of like size are joined, so that there are few and each
 * row is written again a few times at most. To be used under the write lock, after the rows are in
 * the table and before a view names them. After a crash the table decides: what the list does not
 * know is read from there.
 */

import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CoraError, codeOf, isCoraError } from '../base/errors.ts';
import { rowKeyOf } from '../base/identity.ts';
import type { BlobKey, ChunkRow } from '../base/types.ts';
import { makePrivate } from '../disk/makePrivate.ts';
import { replaceFile, sealJson } from '../disk/replaceFile.ts';
import type { RowColumn, RowReader } from './rowReader.ts';
import { checkSections, digestOfSection, nameOfSegment, openSegment } from './searchFile.ts';
import { SegmentReader } from './segment.ts';
import { SegmentBuilder } from './segmentBuilder.ts';
import { MemoryRanges, SECTIONS, type SectionName } from './segmentFile.ts';
import {
  LIST_FORMAT,
  type ListedSegment,
  listFile,
  readSegmentList,
  searchFolder,
  segmentFile,
} from './segmentList.ts';
import { SegmentRows } from './segmentRows.ts';

/** The table that the search file is made of. */
export interface RowSource extends RowReader {
  readonly dimensions: number;
  /** Changes with every write. */
  version(): Promise<number>;
}

/**
 * Rows of a segment that a build writes: it is held in memory while it is made, about 1.5 kB a row.
 */
const MOST_ROWS = 60_000;
/** A segment is joined with the next smaller one unless it has that many times its rows. */
const TIMES_LARGER = 4;
/** Where more than this share of its rows have gone, a segment is written anew. */
const MOST_GONE = 0.3;
/** A reader that opened the list before may still open what it names. */
const GRACE_MS = 3_600_000;

const ALL_COLUMNS: readonly RowColumn[] = [
  ...(['chunkId', 'blobSha', 'language', 'kind', 'symbol', 'scope', 'signature', 'nodeType', 'redacted'] as const),
  ...(['frame', 'startLine', 'endLine', 'startByte', 'endByte', 'part', 'parts', 'parentChunk', 'text'] as const),
  ...(['searchText', 'doc', 'defines', 'references', 'tokens', 'contentHash', 'vector'] as const),
];

/** The sections that tell blobs and rows apart. */
const NAMES: readonly SectionName[] = ['blobs', 'ids'];

interface FinishRequest {
  /**
   * False: only the tables of names are compared with their checksums, and what is written again.
   */
  looksAtAll?: boolean;
  /** The number of rows of each blob in the table, where the caller knows it. */
  blobs?: ReadonlyMap<BlobKey, number>;
}

interface Member {
  listed: ListedSegment;
  segment: SegmentReader;
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
  async finish(source: RowSource, { looksAtAll = true, blobs }: FinishRequest = {}): Promise<void> {
    const wanted = blobs ?? (await source.blobKeys());
    const list = await readSegmentList(this.#dir);
    const before = list?.dimensions === this.#dimensions ? list : null;
    const isDoubtful = before !== null && before.version !== this.#from;
    const checked = looksAtAll || isDoubtful ? SECTIONS : NAMES;
    const members = before === null ? [] : await this.#openAll(before.segments, checked);
    try {
      const changed = isDoubtful ? await this.#doubtful(source, members) : new Set<BlobKey>();
      const known = new Set<BlobKey>(this.#added);
      for (const { listed, segment } of members) {
        const gone = new Set(listed.gone);
        for (let blob = 0; blob < listed.blobs; blob++) {
          const key = segment.blobKey(blob);
          const [from, to] = segment.names.rowsOf(blob);
          const isThere = !gone.has(blob) && wanted.get(key) === to - from && !known.has(key) && !changed.has(key);
          if (isThere) known.add(key);
          else gone.add(blob);
        }
        listed.gone = [...gone].sort((a, b) => a - b);
      }
      const missing = [...wanted.keys()].filter((key) => !known.has(key));
      for await (const { rows } of source.rowsByBlob(missing, ALL_COLUMNS)) await this.#addBlob(rows as ChunkRow[]);
      await this.#write();
      const segments = await this.#join([...members.map(({ listed }) => listed), ...this.#written], source);
      const version = await source.version();
      const next = { format: LIST_FORMAT, version, dimensions: this.#dimensions, segments };
      // Readers open it again when the list is another file: also where a segment has its old name.
      if (this.#hasSaved || JSON.stringify(next) !== JSON.stringify(list))
        await replaceFile(listFile(this.#dir), sealJson(next));
      await this.#removeOthers(new Set(segments.map(({ name }) => name)));
    } finally {
      for (const { segment } of members) segment.close();
    }
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
    this.#written.push(await this.#save(builder));
  }

  async #save(builder: SegmentBuilder): Promise<ListedSegment> {
    const { rows, blobs } = builder;
    const pieces = builder.finish(digestOfSection);
    const name = nameOfSegment(pieces[0]!);
    makePrivate(searchFolder(this.#dir));
    await replaceFile(segmentFile(this.#dir, name), pieces);
    this.#hasSaved = true;
    return { name, rows, blobs, bytes: pieces.reduce((sum, { length }) => sum + length, 0), gone: [] };
  }

  /** Opens those that are whole: of the others the rows are read from the table again. */
  async #openAll(segments: readonly ListedSegment[], checked: readonly SectionName[]): Promise<Member[]> {
    const members: Member[] = [];
    for (const listed of segments) {
      const segment = await openSegment(this.#dir, listed, this.#dimensions).catch(ifDamaged);
      if (segment === null) continue;
      if (await isWhole(segment, checked)) {
        await segment.prepare();
        members.push({ listed: { ...listed }, segment });
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

  /**
   * Joins segments until each is several times as large as the next one.
   * @returns the largest first
   */
  async #join(segments: readonly ListedSegment[], source: RowSource): Promise<ListedSegment[]> {
    const living = (one: ListedSegment): number => one.rows * (1 - one.gone.length / Math.max(1, one.blobs));
    const sorted = segments
      .filter(({ gone, blobs }) => gone.length < blobs)
      .sort((a, b) => b.rows - a.rows || (a.name < b.name ? -1 : 1));
    const kept = sorted.filter((one) => living(one) >= (1 - MOST_GONE) * one.rows);
    const joined = sorted.filter((one) => !kept.includes(one));
    let rows = joined.reduce((sum, one) => sum + living(one), 0);
    for (let last = kept.at(-1); last !== undefined; last = kept.at(-1)) {
      // A segment that is written anew takes in the smallest one. Without one, the two smallest
      // join.
      const smaller = joined.length > 0 ? rows : living(last);
      const larger = joined.length > 0 ? last : kept.at(-2);
      if (larger === undefined || larger.rows + smaller > MOST_JOINED || larger.rows >= TIMES_LARGER * smaller) break;
      joined.push(last);
      kept.pop();
      rows += living(last);
    }
    if (joined.length === 0) return kept;
    return [...kept, ...(await this.#joinAll(joined, source))].sort((a, b) => b.rows - a.rows);
  }

  /** A damaged byte is not copied: it would have a checksum of its own. */
  async #joinAll(segments: readonly ListedSegment[], source: RowSource): Promise<ListedSegment[]> {
    const builder = new SegmentBuilder(this.#dimensions);
    for (const listed of segments) {
      const segment = await openSegment(this.#dir, listed, this.#dimensions);
      const only = { segments: [listed], dimensions: this.#dimensions };
      const rows = await SegmentRows.open(only, async () => segment, null);
      if (await isWhole(segment, SECTIONS)) {
        for await (const batch of rows.scan([...ALL_COLUMNS, 'words']))
          for (const blob of blobsOf(batch)) builder.add(blob);
      } else {
        const keys = [...(await rows.blobKeys()).keys()];
        for await (const blob of source.rowsByBlob(keys, ALL_COLUMNS))
          builder.add((blob.rows as ChunkRow[]).toSorted(byPlace));
      }
      rows.close();
    }
    return builder.rows === 0 ? [] : [await this.#save(builder)];
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

/** Returns null for a segment that is not there, or not as it was written. */
function ifDamaged(error: unknown): null {
  if (isCoraError(error) || codeOf(error) === 'ENOENT') return null;
  throw error;
}

async function isWhole(segment: SegmentReader, sections: readonly SectionName[]): Promise<boolean> {
  try {
    await checkSections(segment, sections);
    return true;
  } catch (error) {
    ifDamaged(error);
    return false;
  }
}

interface CountedReader extends RowReader {
  countRows(): Promise<number>;
}

/** The most rows of a table that is read into memory: they take about 1 kB each. */
const MOST_IN_MEMORY = 1_000_000;

/** Rows of one blob after the other. */
function* blobsOf<R extends ChunkRow>(rows: readonly R[]): Generator<readonly R[]> {
  let from = 0;
  for (let at = 1; at <= rows.length; at++) {
    if (at < rows.length && rowKeyOf(rows[at]!) === rowKeyOf(rows[from]!)) continue;
    yield rows.slice(from, at);
    from = at;
  }
}

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
  let waiting: ChunkRow[] = [];
  for await (const batch of source.scan(ALL_COLUMNS.filter((column) => column !== 'text' && column !== 'doc'))) {
    const rows = batch.map((row): ChunkRow => ({ ...(row as ChunkRow), text: '', doc: '' }));
    const all = [...waiting, ...rows];
    waiting = [];
    for (const blob of blobsOf(all)) {
      builder.add(waiting.toSorted(byPlace));
      waiting = [];
      const own = apart.get(rowKeyOf(blob[0]!));
      if (own === undefined) waiting = [...blob];
      else own.push(...blob);
    }
  }
  for (const blob of [waiting, ...apart.values()]) builder.add(blob.toSorted(byPlace));
  const bytes = Buffer.concat(builder.finish(() => ''));
  return SegmentRows.of(await SegmentReader.open(new MemoryRanges(bytes)));
}

/** A join is made in memory, too: rows beyond this stay where they are. */
const MOST_JOINED = MOST_ROWS;

function byPlace(a: ChunkRow, b: ChunkRow): number {
  return a.startByte - b.startByte || a.part - b.part;
}
