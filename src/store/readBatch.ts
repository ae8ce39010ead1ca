/**
 * Reads a record batch as LanceDB returns it: an uncompressed Arrow IPC file with a schema and one
 * batch. It reads only the layouts of Cora's columns, in place: Arrow's own reader takes 25 ms
 * before the first row of a cold query. For the layout see
 * https://arrow.apache.org/docs/format/Columnar.html#ipc-file-format, and Message.fbs and
 * Schema.fbs there.
 */

/** A column. Arrow's `Data` has the same fields. */
export interface Column {
  /** Numbers, or the bytes of binary and text columns. */
  readonly values: unknown;
  /** The bytes of row `i` are `values` from `valueOffsets[i]` to `valueOffsets[i + 1]`. */
  readonly valueOffsets: Int32Array;
  /** The items of a list. */
  readonly children: readonly Column[];
  readonly type: { readonly listSize?: number };
}

/** A batch. Arrow's `RecordBatch` has the same fields. */
export interface Batch {
  readonly numRows: number;
  readonly schema: { readonly fields: readonly { readonly name: string }[] };
  readonly data: { readonly children: readonly Column[] };
}

/** The values of `Type` in Schema.fbs. */
const INT = 2;
const FLOAT = 3;
const BINARY = 4;
const UTF8 = 5;
const FIXED_SIZE_LIST = 16;

const MAGIC = 'ARROW1';

export interface Schema {
  fields: Field[];
  metadata: Map<string, string>;
}

export interface Field {
  name: string;
  type: number;
  /** The bits of a number, or the length of a fixed-size list. */
  size: number;
  children: Field[];
}

/** @throws Error if the bytes are something else */
export function readBatch(bytes: Uint8Array): Batch {
  const { view, footer } = openFile(bytes);
  const [block, ...others] = footer.structs(3, 24);
  if (block === undefined || others.length > 0) throw new Error('LanceDB answered with more or less than one batch');
  const message = longAt(view, block);
  // Four bytes of ones and the length come first.
  const batch = tableAt(view, message + 8).table(2);
  return readColumns(view, batch, message + view.getInt32(block + 8, true), fieldsOf(footer));
}

/** Reads only the schema of an Arrow file; it may have no batch. */
export function readSchema(bytes: Uint8Array): Schema {
  const { footer } = openFile(bytes);
  const metadata = footer
    .table(1)
    .tables(2)
    .map((pair): [string, string] => [pair.text(0), pair.text(1)]);
  return { fields: fieldsOf(footer), metadata: new Map(metadata) };
}

function openFile(bytes: Uint8Array): { view: DataView; footer: FlatTable } {
  // Numbers are read in place, so the file must be aligned to eight bytes.
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
  const view = new DataView(buffer, byteOffset, byteLength);
  const end = byteLength - MAGIC.length;
  if (end < 4 || Buffer.from(buffer, byteOffset + end).toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new Error('LanceDB answered with no Arrow file');
  }
  return { view, footer: tableAt(view, end - 4 - view.getInt32(end - 4, true)) };
}

function fieldsOf(footer: FlatTable): Field[] {
  return footer.table(1).tables(1).map(readField);
}

function readField(field: FlatTable): Field {
  const type = field.byte(2);
  const details = field.table(3);
  // The fields Int.bitWidth and FixedSizeList.listSize, and FloatingPoint.precision: half 0, single
  // 1, double 2.
  const size = type === FLOAT ? 16 << details.short(0) : type === INT || type === FIXED_SIZE_LIST ? details.int(0) : 0;
  return { name: field.text(0), type, size, children: field.tables(5).map(readField) };
}

function readColumns(view: DataView, batch: FlatTable, body: number, fields: readonly Field[]): Batch {
  if (batch.has(3)) throw new Error('LanceDB answered with a compressed record batch');
  const buffers = batch.structs(2, 16).values();
  const take = (): { start: number; length: number } => {
    const at: number = buffers.next().value!;
    return { start: view.byteOffset + body + longAt(view, at), length: longAt(view, at + 8) };
  };
  const read = ({ type, size, children }: Field): Column => {
    // The bitmap of missing values, which Cora's tables do not have.
    take();
    if (type === FIXED_SIZE_LIST) return { ...NOTHING, type: { listSize: size }, children: children.map(read) };
    if (type === UTF8 || type === BINARY) {
      const offsets = take();
      const text = take();
      const valueOffsets = new Int32Array(view.buffer, offsets.start, offsets.length >> 2);
      return { ...NOTHING, valueOffsets, values: new Uint8Array(view.buffer, text.start, text.length) };
    }
    if (type !== INT && type !== FLOAT) throw new Error(`LanceDB answered with a column of Arrow type ${type}`);
    const { start, length } = take();
    const NumbersOf = NUMBERS[`${type}:${size}`];
    // Other columns, such as LanceDB's row numbers, stay bytes.
    if (NumbersOf === undefined) return { ...NOTHING, values: new Uint8Array(view.buffer, start, length) };
    return { ...NOTHING, values: new NumbersOf(view.buffer, start, (length * 8) / size) };
  };
  return { numRows: batch.long(0), schema: { fields }, data: { children: fields.map(read) } };
}

const NOTHING: Column = { values: null, valueOffsets: new Int32Array(0), children: [], type: {} };

type NumbersConstructor = new (buffer: ArrayBufferLike, start: number, length: number) => unknown;
const NUMBERS: Readonly<Record<string, NumbersConstructor>> = {
  [`${INT}:32`]: Int32Array,
  [`${FLOAT}:16`]: Uint16Array,
  [`${FLOAT}:32`]: Float32Array,
};

/** A FlatBuffer's table, whose fields have numbers: https://flatbuffers.dev/internals/ */
interface FlatTable {
  has(field: number): boolean;
  byte(field: number): number;
  short(field: number): number;
  int(field: number): number;
  long(field: number): number;
  text(field: number): string;
  table(field: number): FlatTable;
  tables(field: number): FlatTable[];
  /** Returns the offsets of a vector's structs, each of `size` bytes. */
  structs(field: number, size: number): number[];
}

function tableAt(view: DataView, pointer: number): FlatTable {
  const table = pointer + view.getUint32(pointer, true);
  const layout = table - view.getInt32(table, true);
  const fields = (view.getUint16(layout, true) - 4) >> 1;
  const find = (field: number): number => {
    const offset = field < fields ? view.getUint16(layout + 4 + 2 * field, true) : 0;
    return offset === 0 ? 0 : table + offset;
  };
  const vectorOf = (field: number): number => {
    const at = find(field);
    return at === 0 ? 0 : at + view.getUint32(at, true);
  };
  const placesIn = (field: number, size: number): number[] => {
    const at = vectorOf(field);
    return Array.from({ length: at === 0 ? 0 : view.getUint32(at, true) }, (_, i) => at + 4 + size * i);
  };
  return {
    has: (field) => find(field) !== 0,
    byte: (field) => (find(field) === 0 ? 0 : view.getUint8(find(field))),
    short: (field) => (find(field) === 0 ? 0 : view.getInt16(find(field), true)),
    int: (field) => (find(field) === 0 ? 0 : view.getInt32(find(field), true)),
    long: (field) => (find(field) === 0 ? 0 : longAt(view, find(field))),
    text: (field) => {
      const at = vectorOf(field);
      return Buffer.from(view.buffer, view.byteOffset + at + 4, view.getUint32(at, true)).toString('utf8');
    },
    table: (field) => tableAt(view, find(field)),
    tables: (field) => placesIn(field, 4).map((at) => tableAt(view, at)),
    structs: placesIn,
  };
}

/** Reads a 64-bit number: sizes in a batch are exact in a double. */
function longAt(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getInt32(at + 4, true) * 2 ** 32;
}
