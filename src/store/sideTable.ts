/**
 * A table beside the chunks that is always read whole, in one file: commit messages or commentary.
 * Rows have a key and are only added and removed. Columns are texts, with an optional vector. The
 * file (pieceFile.ts) consists of pieces, each with some rows, column after column.
 */

import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { CoraError, codeOf, ifAbsent, isCoraError } from '../base/errors.ts';
import { readBounded } from '../disk/boundedRead.ts';
import { makePrivate } from '../disk/makePrivate.ts';
import { replaceFile, stampOfFile } from '../disk/replaceFile.ts';
import { ByteReader, ByteWriter } from '../engine/bytes.ts';
import { decodeFloat16, toFloat16 } from '../engine/byteVectors.ts';
import { isLink, refusedLink } from './location.ts';
import {
  appendTo,
  cutTo,
  Damaged,
  type Header,
  LEAD_OF_PIECE,
  leadOf,
  pieceOf,
  piecesIn,
  readTableHeader,
} from './pieceFile.ts';
import { DOCTOR_HINT, explainedFailure } from './storeFailure.ts';

interface FormOf<Row> {
  /** The file's name without `.rows`. */
  name: string;
  /** The table's name in messages: `the table of commits`. */
  label: string;
  /** The column whose value identifies a row. */
  key: keyof Row & string;
  /** A table of another version is not read; the next run writes it again. */
  version: string;
  texts: readonly (keyof Row & string)[];
  /** True if a column of vectors, `vector`, follows the texts. */
  hasVector: boolean;
  toText(row: Row, column: keyof Row & string): string;
  ofText(text: string, column: keyof Row & string): unknown;
}

const FORMAT = 1;
/** The largest file in bytes; a million commits take less. */
const MOST_BYTES = 2 ** 28;
const MOST_UNPACKED = 2 ** 30;
/** The most bytes of one column in a piece. */
const MOST_COLUMN = 2 ** 26;
/** Rows in a piece. Reading a few rows unpacks whole pieces. */
const ROWS_IN_PIECE = 500;
/** A piece ends with the row that reaches this size. */
const CHARACTERS_IN_PIECE = 2 ** 22;
/** A file with more pieces is rewritten when rows are added. A large table may have more. */
const MOST_PIECES = 64;
const ROWS_PER_PIECE = 50;
/** The fewest bytes of a column that are worth compressing. */
const WORTH_PACKING = 128;

export class SideTableForm<Row> {
  readonly form: FormOf<Row>;
  readonly columns: readonly (keyof Row & string)[];

  constructor(form: FormOf<Row>) {
    this.form = form;
    this.columns = form.hasVector ? [...form.texts, 'vector' as keyof Row & string] : form.texts;
  }

  file(dir: string): string {
    return join(dir, `${this.form.name}.rows`);
  }

  exists(dir: string): boolean {
    return this.stamp(dir) !== '';
  }

  /** Returns the size of the file; 0 if there is none. */
  async bytes(dir: string): Promise<number> {
    return (await stat(this.file(dir)).catch(() => null))?.size ?? 0;
  }

  /** Changes when the table does; '' if there is none. */
  stamp(dir: string): string {
    return stampOfFile(this.file(dir));
  }

  /**
   * @param dir the folder that holds the table
   * @param mode `read` never writes; use `write` under the write lock of `dir`
   * @param dimensions of the vectors; null for rows without vectors, or to read only the other
   * columns
   * @returns null if there is no table, or one of another form, which the next run writes again
   * @throws CoraError BROKEN_INDEX
   */
  async open(dir: string, mode: 'read' | 'write', dimensions: number | null = null): Promise<SideTable<Row> | null> {
    const file = this.file(dir);
    try {
      // Files behind a link do not belong to the index.
      if (isLink(file)) throw new Damaged();
      const bytes = await readBounded(file, MOST_BYTES).catch(ifAbsent(null));
      if (bytes === null) return null;
      const header = readTableHeader(bytes);
      if (!this.#isReadable(header, dimensions)) return null;
      const { pieces, end } = piecesIn(bytes, header.end, mode === 'write');
      if (pieces.reduce((sum, body) => sum + unpackedIn(body, this.form.texts.length), 0) > MOST_UNPACKED)
        throw new Damaged();
      if (mode === 'write' && end < bytes.length) await cutTo(file, end);
      const lead = bytes.subarray(0, header.end);
      return new SideTable({ form: this, file, mode, dimensions: header.dimensions, lead }, pieces);
    } catch (error) {
      throw this.failure(error, 'open');
    }
  }

  #isReadable({ format, version, columns, dimensions: there }: Header, dimensions: number | null): boolean {
    return (
      format === FORMAT &&
      version === this.form.version &&
      columns.join() === this.columns.join() &&
      (dimensions === null || there === dimensions)
    );
  }

  /** Makes an empty table in place of what is there. Use it under the write lock of `dir`. */
  async create(dir: string, dimensions = 0): Promise<SideTable<Row>> {
    try {
      // A folder of another program may have the file's name.
      await this.remove(dir);
      makePrivate(dir);
      const lead = leadOf({ format: FORMAT, version: this.form.version, columns: [...this.columns], dimensions });
      await replaceFile(this.file(dir), lead);
      return new SideTable({ form: this, file: this.file(dir), mode: 'write', dimensions, lead }, []);
    } catch (error) {
      throw this.failure(error, 'create');
    }
  }

  /** Reads every row. @throws CoraError BROKEN_INDEX, STORE for a link */
  async check(dir: string): Promise<void> {
    if (isLink(this.file(dir))) throw refusedLink(this.file(dir));
    const table = await this.open(dir, 'read');
    table?.scan(this.columns);
    if (table !== null && table.bytes < (await this.bytes(dir))) throw this.failure(new Damaged(), 'read');
  }

  /** True if the table is there, in this form, and all pieces are as they were written. */
  async isWhole(dir: string): Promise<boolean> {
    const table = await this.open(dir, 'read').catch((error: unknown) => {
      if (isOfDamage(error)) return null;
      throw error;
    });
    return table !== null && table.bytes === (await this.bytes(dir));
  }

  async remove(dir: string): Promise<void> {
    await rm(this.file(dir), { recursive: true, force: true });
  }

  failure(error: unknown, verb: string): CoraError {
    const { label } = this.form;
    if (!isOfDamage(error)) return explainedFailure(error, `${label} failed to ${verb}`, 'BROKEN_INDEX', DOCTOR_HINT);
    return new CoraError('BROKEN_INDEX', `${label} is not as it was written`, { hint: DOCTOR_HINT, cause: error });
  }
}

/** True for errors that mean: the bytes are not as they were written. */
function isOfDamage(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  const isOfBytes = isCoraError(error) && error.code === 'BROKEN_INDEX';
  return error instanceof Damaged || isOfBytes || /^(EISDIR|ERR_TOO_LARGE|ERR_BUFFER_TOO_LARGE|Z_.*)$/.test(code);
}

interface OpenFile<Row> {
  form: SideTableForm<Row>;
  file: string;
  mode: 'read' | 'write';
  dimensions: number;
  lead: Uint8Array;
}

/** An open table: its rows at the time of opening, and those that it has added itself. */
export class SideTable<Row> {
  readonly #at: OpenFile<Row>;
  #pieces: Uint8Array[];

  constructor(at: OpenFile<Row>, pieces: Uint8Array[]) {
    this.#at = at;
    this.#pieces = pieces;
  }

  /** The size of the file up to the end of the last row. */
  get bytes(): number {
    return this.#pieces.reduce((sum, body) => sum + LEAD_OF_PIECE + body.length, this.#at.lead.length);
  }

  /** Returns the chosen columns of all rows, in the order in which they were added. */
  scan<C extends keyof Row & string>(columns: readonly C[]): Pick<Row, C>[] {
    return this.#reading(() => this.#pieces.flatMap((body) => this.#rowsIn(body, columns, null)));
  }

  /** Returns the wanted columns of the rows with these keys. Unknown keys are left out. */
  rows<C extends keyof Row & string>(keys: readonly string[], columns: readonly C[]): Pick<Row, C>[] {
    const wanted = new Set(keys);
    return this.#reading(() => this.#pieces.flatMap((body) => this.#rowsIn(body, columns, wanted)));
  }

  count(): number {
    return this.#reading(() => this.#pieces.reduce((sum, body) => sum + new ByteReader(body).varint(), 0));
  }

  /**
   * Adds rows. They are encoded in batches and written together at the end. @returns how many were
   * added
   */
  async append(
    batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
    beforeCommit: () => void,
  ): Promise<number> {
    const bodies: Uint8Array[] = [];
    let count = 0;
    for await (const rows of batches) {
      count += rows.length;
      bodies.push(...this.#encode(rows));
    }
    if (count === 0) return 0;
    beforeCommit();
    const rows = this.count() + count;
    const isManyPieces = this.#pieces.length + bodies.length > MOST_PIECES + rows / ROWS_PER_PIECE;
    await this.#write('append', async () => {
      if (isManyPieces) await this.#replace([...this.#pieces, ...bodies].flatMap((body) => this.#allIn(body)));
      else {
        await appendTo(this.#at.file, Buffer.concat(bodies.map(pieceOf)));
        this.#pieces.push(...bodies);
      }
    });
    return count;
  }

  async remove(keys: readonly string[], beforeCommit: () => void): Promise<void> {
    const { key } = this.#at.form.form;
    const gone = new Set(keys);
    await this.#write('remove', async () => {
      const rows = this.#pieces.flatMap((body) => this.#allIn(body));
      beforeCommit();
      await this.#replace(rows.filter((row) => !gone.has(this.#at.form.form.toText(row, key))));
    });
  }

  async #replace(rows: readonly Row[]): Promise<void> {
    const bodies = [...this.#encode(rows)];
    await replaceFile(this.#at.file, [this.#at.lead, ...bodies.map(pieceOf)]);
    this.#pieces = bodies;
  }

  async #write(verb: string, action: () => Promise<void>): Promise<void> {
    if (this.#at.mode === 'read') throw new CoraError('STORE', `${this.#at.form.form.label} was opened for reading`);
    await action().catch((error: unknown) => {
      throw this.#at.form.failure(error, verb);
    });
  }

  #reading<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw this.#at.form.failure(error, 'read');
    }
  }

  /** Yields the bodies of pieces. */
  *#encode(rows: readonly Row[]): Generator<Uint8Array> {
    const { texts, toText } = this.#at.form.form;
    let from = 0;
    let cells: string[][] = [];
    let characters = 0;
    for (const [at, row] of rows.entries()) {
      cells.push(texts.map((name) => toText(row, name)));
      characters += cells.at(-1)!.reduce((sum, { length }) => sum + length, 0);
      if (cells.length < ROWS_IN_PIECE && characters < CHARACTERS_IN_PIECE && at + 1 < rows.length) continue;
      yield this.#encodePiece(rows.slice(from, at + 1), cells);
      from = at + 1;
      cells = [];
      characters = 0;
    }
  }

  #encodePiece(rows: readonly Row[], cells: readonly (readonly string[])[]): Uint8Array {
    const { texts, hasVector } = this.#at.form.form;
    const out = new ByteWriter();
    out.varint(rows.length);
    for (const column of texts.keys()) {
      const writer = new ByteWriter();
      for (const row of cells) writer.text(row[column]!);
      const plain = writer.take();
      const packed = plain.length < WORTH_PACKING ? plain : deflateRawSync(plain);
      const isPacked = packed.length < plain.length;
      out.varint(plain.length);
      out.varint(isPacked ? packed.length : 0);
      out.bytes(isPacked ? packed : plain);
    }
    if (hasVector) {
      for (const row of rows) {
        const { vector } = row as { vector: Float32Array };
        if (vector.length !== this.#at.dimensions) throw new RangeError(`a vector of ${vector.length} numbers`);
        const halves = Uint16Array.from(vector, toFloat16);
        out.bytes(new Uint8Array(halves.buffer));
      }
    }
    return out.finish();
  }

  #allIn(body: Uint8Array): Row[] {
    return this.#rowsIn(body, this.#at.form.columns, null) as Row[];
  }

  /** @param wanted keys; null for all rows */
  #rowsIn<C extends keyof Row & string>(
    body: Uint8Array,
    columns: readonly C[],
    wanted: ReadonlySet<string> | null,
  ): Pick<Row, C>[] {
    const { texts, key, hasVector, ofText } = this.#at.form.form;
    const reader = new ByteReader(body);
    const count = reader.varint();
    if (count > body.length) throw new Damaged();
    const packed = new Map(texts.map((name) => [name, columnIn(reader)]));
    // All that is left must be the vectors.
    if (reader.at + (hasVector ? 2 * this.#at.dimensions * count : 0) !== body.length) throw new Damaged();
    const cellsOf = (name: keyof Row & string): string[] => textsIn(packed.get(name)!.unpack(), count);
    if (wanted !== null && wanted.size <= FEW && !holdsAny(packed.get(key)!.unpack(), wanted)) return [];
    const keys = wanted === null ? null : cellsOf(key);
    const places = Array.from({ length: count }, (_, at) => at).filter((at) => keys === null || wanted!.has(keys[at]!));
    if (places.length === 0) return [];
    const rows = places.map(() => ({}) as Record<string, unknown>);
    for (const column of columns) {
      const cells = column === 'vector' ? null : cellsOf(column);
      for (const [at, place] of places.entries())
        rows[at]![column] =
          cells === null ? vectorAt(body, reader.at, place, this.#at.dimensions) : ofText(cells[place]!, column);
    }
    return rows as Pick<Row, C>[];
  }
}

/** Up to so many keys are searched in the bytes of a piece before its cells are decoded. */
const FEW = 16;

function holdsAny(bytes: Uint8Array, keys: ReadonlySet<string>): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return [...keys].some((text) => buffer.includes(text));
}

interface PackedColumn {
  /** The unpacked size in bytes. */
  length: number;
  unpack(): Uint8Array;
}

/** Reads past a column without unpacking it. */
function columnIn(reader: ByteReader): PackedColumn {
  const length = reader.varint();
  const packed = reader.varint();
  if (length > MOST_COLUMN) throw new Damaged();
  const bytes = reader.slice(packed === 0 ? length : packed);
  const unpack = (): Uint8Array => {
    if (packed === 0) return bytes;
    const plain = inflateRawSync(bytes, { maxOutputLength: Math.max(1, length) });
    if (plain.length !== length) throw new Damaged();
    return plain;
  };
  return { length, unpack };
}

/** Returns the unpacked size of a piece's columns, as the piece states it. */
function unpackedIn(body: Uint8Array, columns: number): number {
  const reader = new ByteReader(body);
  reader.varint();
  return Array.from({ length: columns }, () => columnIn(reader).length).reduce((sum, length) => sum + length, 0);
}

function textsIn(bytes: Uint8Array, count: number): string[] {
  const reader = new ByteReader(bytes);
  return Array.from({ length: count }, () => reader.utf8());
}

function vectorAt(body: Uint8Array, from: number, row: number, dimensions: number): Float32Array {
  const start = from + 2 * dimensions * row;
  const halves = new Uint16Array(dimensions);
  new Uint8Array(halves.buffer).set(body.subarray(start, start + 2 * dimensions));
  return decodeFloat16(halves, 0, dimensions);
}
