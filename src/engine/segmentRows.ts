/**
 * Queries read the rows of several segments as if they were one, without removed rows. The split
 * into segments changes neither results nor scores.
 */

import { Users } from '../base/concurrency.ts';
import { CoraError } from '../base/errors.ts';
import { getOrMake } from '../base/lists.ts';
import type { BlobKey, ChunkRow } from '../base/types.ts';
import { textIn } from './bytes.ts';
import { VectorMemory } from './byteVectors.ts';
import { BestOf, bestBeside, dotProduct, scoreRow } from './rankRows.ts';
import { isInRecords } from './rowColumns.ts';
import type {
  BlobRows,
  FarVectors,
  FoundRow,
  IsWanted,
  RowColumn,
  RowOf,
  RowSelection,
  SearchColumn,
  SearchReader,
  SearchRowOf,
  WordRanking,
} from './rowReader.ts';
import type { SegmentReader } from './segment.ts';

/** A segment of the list, and the numbers of its removed blobs. */
interface NamedSegment {
  name: string;
  gone: readonly number[];
}

/** An open segment, and how many readers use it. */
interface OpenSegment {
  name: string;
  segment: SegmentReader;
  users: Users;
}

/** A row: its segment and its number there. */
export interface RowPlace {
  segment: SegmentReader;
  row: number;
}

interface Part {
  open: OpenSegment;
  leave: () => void;
  gone: ReadonlySet<number>;
  /**
   * For each function IsWanted its answers about this segment's blobs. Many questions share one
   * function.
   */
  wanted: WeakMap<IsWanted, Uint8Array>;
}

/** A row that was found. */
class Place {
  readonly part: Part;
  readonly row: number;
  readonly score: number;

  constructor(part: Part, row: number, score: number) {
    this.part = part;
    this.row = row;
    this.score = score;
  }

  /** Only needed to order rows with the same score. */
  get chunkId(): string {
    return this.part.open.segment.names.id(this.row);
  }
}

/** Rows that are read together. */
const BATCH = 4000;
/** Rows whose vectors are compared together: half a megabyte stays in a processor's cache. */
const ROWS_OF_PIECE = 2048;
/**
 * If the segments of all threads would take more memory than this, only their vectors are kept and
 * the rest is read by ranges.
 */
const MOST_KEPT = 2 ** 30;

export class SegmentRows implements SearchReader {
  readonly #parts: readonly Part[];
  readonly #dimensions: number;

  private constructor(parts: readonly Part[], dimensions: number) {
    this.#parts = parts;
    this.#dimensions = dimensions;
  }

  /** @param before an earlier reader; segments that are still listed are taken over from it */
  static async open<S extends NamedSegment>(
    { segments, dimensions }: { segments: readonly S[]; dimensions: number },
    openOne: (one: S) => Promise<SegmentReader>,
    before: SegmentRows | null,
  ): Promise<SegmentRows> {
    const known = new Map((before === null ? [] : before.#parts).map(({ open }) => [open.name, open] as const));
    const parts: Part[] = [];
    try {
      for (const one of segments) {
        const open = known.get(one.name) ?? opened(one.name, await openOne(one));
        parts.push({ open, leave: open.users.enter(), gone: new Set(one.gone), wanted: new WeakMap() });
        if (!known.has(one.name)) open.users.retire();
        await open.segment.prepare();
      }
    } catch (error) {
      for (const { leave } of parts) leave();
      throw error;
    }
    return new SegmentRows(parts, dimensions);
  }

  /** Opens a single segment, by default with all its blobs. */
  static async of(segment: SegmentReader, gone: readonly number[] = []): Promise<SegmentRows> {
    const { dimensions } = segment.header;
    return SegmentRows.open({ segments: [{ name: '', gone }], dimensions }, async () => segment, null);
  }

  /** Returns the same rows for another user, who closes them independently. */
  hold(): SegmentRows {
    const parts = this.#parts.map((part) => ({ ...part, leave: part.open.users.enter() }));
    return new SegmentRows(parts, this.#dimensions);
  }

  close(): void {
    for (const { leave } of this.#parts) leave();
  }

  get segments(): SegmentReader[] {
    return this.#parts.map(({ open }) => open.segment);
  }

  get afar(): FarVectors | null {
    const { segments } = this;
    if (segments.every(({ missingVectors }) => missingVectors === null)) return null;
    return {
      missing: () => segments.reduce((sum, { missingVectors }) => sum + (missingVectors ?? 0), 0),
      bring: async () => {
        await Promise.all(segments.map((segment) => segment.vectors()));
      },
    };
  }

  keepInMemory(): void {
    if (this.readersInMemory >= 1) for (const { open } of this.#parts) open.segment.keep();
  }

  /** The number of readers of these rows that may keep them in memory. */
  get readersInMemory(): number {
    return Math.floor(MOST_KEPT / this.#parts.reduce((sum, { open }) => sum + open.segment.keptBytes, 1));
  }

  /** Returns the number of rows and of the segments that hold them. */
  counts(): { rows: number; segments: number } {
    let rows = 0;
    for (const { open, gone } of this.#parts) {
      rows += open.segment.header.rows;
      for (const blob of gone) {
        const [from, to] = open.segment.names.rowsOf(blob);
        rows -= to - from;
      }
    }
    return { rows, segments: this.#parts.length };
  }

  async blobKeys(): Promise<Map<BlobKey, number>> {
    const found = new Map<BlobKey, number>();
    for (const part of this.#parts) {
      const { segment } = part.open;
      for (const [blob, key] of segment.names.keys().entries()) {
        if (part.gone.has(blob)) continue;
        const [from, to] = segment.names.rowsOf(blob);
        found.set(key, to - from);
      }
    }
    return found;
  }

  async rows<C extends SearchColumn>(selection: RowSelection, columns: readonly C[]): Promise<SearchRowOf<C>[]> {
    if ('contentHashes' in selection) return this.#rowsWithContent(new Set(selection.contentHashes), columns);
    const found: SearchRowOf<C>[] = [];
    for (const part of this.#parts) {
      const rows =
        'chunkIds' in selection
          ? [...new Set(selection.chunkIds)].flatMap((id) => livingRow(part, id))
          : [...new Set(selection.blobs)].flatMap((key) => livingRows(part, key));
      for (const row of await read(part, rows, columns)) found.push(row);
    }
    return found;
  }

  async #rowsWithContent<C extends SearchColumn>(
    hashes: ReadonlySet<string>,
    columns: readonly C[],
  ): Promise<SearchRowOf<C>[]> {
    const found: SearchRowOf<C>[] = [];
    for await (const { part, rows } of this.#batches()) {
      const all = await read(part, rows, ['contentHash']);
      const wanted = rows.filter((_, at) => hashes.has(all[at]!.contentHash));
      for (const row of await read(part, wanted, columns)) found.push(row);
    }
    return found;
  }

  /** Yields also the place of each row. */
  async *rowsByBlob<C extends RowColumn>(
    blobs: readonly BlobKey[],
    columns: readonly C[],
  ): AsyncGenerator<BlobRows<C> & { places: RowPlace[] }> {
    for (const key of new Set(blobs)) {
      const rows: RowOf<C>[] = [];
      const places: RowPlace[] = [];
      for (const part of this.#parts) {
        const numbers = livingRows(part, key);
        for (const row of await read(part, numbers, columns)) rows.push(row);
        for (const row of numbers) places.push({ segment: part.open.segment, row });
      }
      yield { key, rows, places };
    }
  }

  /** Returns the rows of blobs, segment by segment, and which of the blobs have rows. */
  rowsIn(blobs: readonly BlobKey[]): { places: { segment: SegmentReader; rows: number[] }[]; stored: Set<BlobKey> } {
    const stored = new Set<BlobKey>();
    const places = this.#parts.map((part) => {
      const rows: number[] = [];
      for (const key of blobs) {
        // A blob is in one segment.
        const own = stored.has(key) ? [] : livingRows(part, key);
        if (own.length > 0) stored.add(key);
        for (const row of own) rows.push(row);
      }
      return { segment: part.open.segment, rows };
    });
    return { places: places.filter(({ rows }) => rows.length > 0), stored };
  }

  async *scan<C extends SearchColumn>(columns: readonly C[]): AsyncGenerator<SearchRowOf<C>[]> {
    const isRecorded = columns.some(isInRecords);
    if (isRecorded) for (const { open } of this.#parts) await open.segment.bring('records');
    for await (const { part, rows } of this.#batches()) yield await read(part, rows, columns);
  }

  async redactedRows(): Promise<RowOf<'blobSha' | 'language' | 'redacted'>[]> {
    const found: RowOf<'blobSha' | 'language' | 'redacted'>[] = [];
    for (const { open, gone } of this.#parts) {
      const { segment } = open;
      for (const { row, redacted } of await segment.redactions()) {
        const blob = segment.names.blobOf(row);
        if (!gone.has(blob)) found.push({ blobSha: segment.shaOf(blob), language: segment.languageOf(blob), redacted });
      }
    }
    return found;
  }

  async *#batches(): AsyncGenerator<{ part: Part; rows: number[] }> {
    for (const part of this.#parts) {
      const { segment } = part.open;
      let rows: number[] = [];
      for (let blob = 0; blob < segment.header.blobs; blob++) {
        if (part.gone.has(blob)) continue;
        const [from, to] = segment.names.rowsOf(blob);
        for (let row = from; row < to; row++) rows.push(row);
        if (rows.length < BATCH) continue;
        yield { part, rows };
        rows = [];
      }
      if (rows.length > 0) yield { part, rows };
    }
  }

  async termsWith(start: string): Promise<string[]> {
    const found = new Set<string>();
    for (const { open } of this.#parts)
      await open.segment.eachTerm((bytes) => {
        for (let at = 0; at < start.length; at++) if (bytes[at] !== start.charCodeAt(at)) return;
        found.add(textIn(bytes, 0, bytes.length));
      });
    return [...found];
  }

  async readTerms(terms: readonly string[]): Promise<void> {
    for (const { open } of this.#parts) await open.segment.readTerms(terms);
  }

  rowsWithTerms<C extends SearchColumn = never>(
    terms: readonly string[],
    most: number,
    columns: readonly C[] = [],
    isWanted: IsWanted = anyBlob,
  ): Promise<FoundRow<C>[]> {
    const weights = new Map(terms.map((term) => [term, 1]));
    return this.bestByWords({ weights, averageWords: 1 }, isWanted, most, columns);
  }

  async bestByWords<C extends SearchColumn = never>(
    ranking: WordRanking,
    isWanted: IsWanted,
    limit: number,
    columns: readonly C[] = [],
    beside: readonly ChunkRow[] = [],
  ): Promise<FoundRow<C>[]> {
    if (limit <= 0 || ranking.weights.size === 0) return [];
    const best = new BestOf<Place>(limit);
    for (const part of this.#parts) {
      const isOffered = wantedRowsOf(part, isWanted);
      if (isOffered === null) continue;
      const score = await part.open.segment.scoreWords(ranking);
      score((row, of) => {
        if (of >= best.floor && isOffered(row)) best.offer(new Place(part, row, of));
      });
    }
    const stored = await foundIn(best, columns);
    return bestBeside(stored, beside, isWanted, ({ searchText }) => scoreRow(searchText, ranking) || null, limit);
  }

  async bestByVector<C extends SearchColumn = never>(
    vector: Float32Array,
    isWanted: IsWanted,
    limit: number,
    columns: readonly C[] = [],
    beside: readonly ChunkRow[] = [],
  ): Promise<FoundRow<C>[]> {
    if (vector.length !== this.#dimensions) {
      const message = `a query vector of ${vector.length} dimensions in a store of ${this.#dimensions}`;
      throw new CoraError('EMBEDDER_MISMATCH', message, { hint: 'run: cora index --full' });
    }
    // A zero vector is similar to nothing.
    if (limit <= 0 || vector.every((value) => value === 0)) return [];
    const best = new BestOf<Place>(limit);
    const search = { query: vector, most: limit, floor: () => best.floor };
    let made: VectorMemory | undefined;
    const memory = (): VectorMemory => (made ??= new VectorMemory(ROWS_OF_PIECE, vector.length));
    for (const part of this.#parts) {
      const isOffered = wantedRowsOf(part, isWanted);
      if (isOffered === null) continue;
      const offer = (row: number, score: number): void => best.offer(new Place(part, row, score));
      await part.open.segment.searchVectors({ ...search, isWanted: isOffered, offer }, memory);
    }
    const stored = await foundIn(best, columns);
    return bestBeside(stored, beside, isWanted, (row) => dotProduct(vector, row.vector, 0), limit);
  }
}

const anyBlob: IsWanted = () => true;

function opened(name: string, segment: SegmentReader): OpenSegment {
  return { name, segment, users: new Users(() => segment.close()) };
}

function livingRow(part: Part, chunkId: string): number[] {
  const { names } = part.open.segment;
  const row = names.findRow(chunkId);
  return row === -1 || part.gone.has(names.blobOf(row)) ? [] : [row];
}

function livingRows(part: Part, key: BlobKey): number[] {
  const { segment } = part.open;
  const blob = segment.findBlob(key);
  if (blob === -1 || part.gone.has(blob)) return [];
  const [from, to] = segment.names.rowsOf(blob);
  const rows: number[] = [];
  for (let row = from; row < to; row++) rows.push(row);
  return rows;
}

async function read<C extends SearchColumn>(
  { open }: Part,
  rows: readonly number[],
  columns: readonly C[],
): Promise<SearchRowOf<C>[]> {
  if (rows.length === 0) return [];
  return (await open.segment.columns(rows, columns)) as SearchRowOf<C>[];
}

const WANTED = 1;
const UNWANTED = 2;

/**
 * Asks once for each blob: a store may hold many more rows than the view.
 * @returns null if no blob of the segment is wanted
 */
function wantedRowsOf(
  { open: { segment }, gone, wanted }: Part,
  isWanted: IsWanted,
): ((row: number) => boolean) | null {
  const { names } = segment;
  const known = getOrMake(wanted, isWanted, () => new Uint8Array(segment.header.blobs));
  const isWantedBlob = (blob: number): boolean => {
    if (known[blob] === 0) {
      const isOwn = !gone.has(blob) && isWanted({ blobSha: segment.shaOf(blob), language: segment.languageOf(blob) });
      known[blob] = isOwn ? WANTED : UNWANTED;
    }
    return known[blob] === WANTED;
  };
  for (let blob = 0; blob < known.length; blob++)
    if (isWantedBlob(blob)) return (row) => isWantedBlob(names.blobOf(row));
  return null;
}

/** Reads the columns of found rows, segment by segment. @returns the rows, best first */
async function foundIn<C extends SearchColumn>(best: BestOf<Place>, columns: readonly C[]): Promise<FoundRow<C>[]> {
  const places = best.sorted();
  const found: FoundRow<C>[] = [];
  for (const part of new Set(places.map((place) => place.part))) {
    const own = places.flatMap((place, at) => (place.part === part ? [{ place, at }] : []));
    const rows = await read(
      part,
      own.map(({ place }) => place.row),
      ['chunkId', 'blobSha', 'language', ...columns],
    );
    own.forEach(({ place, at }, index) => {
      found[at] = { ...rows[index]!, score: place.score } as FoundRow<C>;
    });
  }
  return found;
}
