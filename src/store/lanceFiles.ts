/**
 * Checks that a manifest and the head of a word index hold only what Cora's tables hold. A manifest
 * can name other places for its files, and an index a tokenizer that is loaded from a file; LanceDB
 * would read these. So both are checked before LanceDB reads a row.
 */

const INDEX_FILE_FOOTER = 40;
/** `0.3` is an older name of version 2. */
const INDEX_FILE_VERSIONS = ['0.3', '2.0', '2.1'];

/** The name of the tokenizer that only splits at spaces. */
export const TOKENIZER = 'whitespace';

const NAMED = /base_tokenizer/g;
const OURS = new RegExp(`"base_tokenizer":"${TOKENIZER}"`, 'g');

/**
 * True if the value, JSON or plain words, names Cora's tokenizer. Escapes are refused: a key could
 * hide behind them.
 */
function hasOurTokenizer(value: Uint8Array): boolean {
  const text = Buffer.from(value).toString('latin1');
  return !text.includes('\\u') && text.match(NAMED)?.length === text.match(OURS)?.length;
}

const INDEX_FILE_DESCRIPTOR: Shape = { 1: { 1: ['any'], 5: [{ 1: 'any', 2: hasOurTokenizer }] }, 2: 'any' };

/** @throws OddField that says what Cora's indexes do not have */
export function checkIndexFile(bytes: Buffer): void {
  const footer = bytes.length - INDEX_FILE_FOOTER;
  const isOne = footer >= 0 && bytes.toString('latin1', bytes.length - 4) === 'LANC';
  if (!isOne || !INDEX_FILE_VERSIONS.includes(`${bytes.readUInt16LE(footer + 32)}.${bytes.readUInt16LE(footer + 34)}`))
    throw noIndexHead();
  const list = Number(bytes.readBigUInt64LE(footer + 16));
  if (list > footer - 16) throw noIndexHead();
  const [at, length] = [Number(bytes.readBigUInt64LE(list)), Number(bytes.readBigUInt64LE(list + 8))];
  if (at + length > footer) throw noIndexHead();
  readFields(bytes.subarray(at, at + length), INDEX_FILE_DESCRIPTOR, fieldsOfOneFile());
}

function noIndexHead(): OddField {
  return new OddField('an index whose head cannot be read');
}

// Checks that a manifest holds only what Cora's tables hold. A manifest can name other places for
// the table's files (base paths: folders, buckets), and LanceDB would read these. The field numbers
// are those of Lance's table.proto and transaction.proto; the layout of the file:
//
//     u32 length, IndexSection | u32 length, Transaction | u32 length, Manifest
//     | i64 where the manifest begins, u16, u16, "LANC"

/**
 * The allowed feature flags: deletion files, format version 2, a configuration, no transaction
 * files. Not allowed: stable row ids (2), base paths (16), overlays (64).
 */
const FEATURES = 1 | 4 | 8 | 32;

const ELSEWHERE = 'files that lie elsewhere (base paths)';

const textIs = (pattern: RegExp) => (value: Uint8Array) => pattern.test(Buffer.from(value).toString('latin1'));
const isPlainName = textIs(/^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/);

/** Fields that can name no place. */
const any = (...fields: number[]): Shape => Object.fromEntries(fields.map((field) => [field, 'any']));
const anyOften = (...fields: number[]): Shape => Object.fromEntries(fields.map((field) => [field, ['any']]));

const INDEX_DETAILS: Shape = {
  1: textIs(/^\/lance\.(?:table|index\.pb)\.(?:BTree|Inverted)IndexDetails$/),
  // A word index: the tokenizer comes first, then numbers, switches and a language.
  2: {
    1: textIs(new RegExp(`^${TOKENIZER}$`)),
    ...anyOften(2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
  },
};
const INDEX_FILE: Shape = { 1: isPlainName, 2: 'any' };
const LOGICAL_TYPE = textIs(
  /^(?:(?:large_)?(?:string|binary)|bool|u?int(?:8|16|32|64)|halffloat|float|double|timestamp:[\w:-]+|fixed_size_list:(?:halffloat|float|double|u?int8):\d+)$/,
);
/** The compression of a column's pages, and nothing else. */
const METADATA: Shape = { 1: textIs(/^lance-encoding:compression$/), 2: textIs(/^zstd$/) };
const FIELD: Shape = { ...any(1, 2, 3, 4, 6, 7), 5: LOGICAL_TYPE, 10: METADATA };

const INDEX: Shape = {
  ...any(3, 4, 5, 7, 8),
  1: { 1: (uuid) => uuid.length === 16 },
  2: ['any'],
  6: INDEX_DETAILS,
  9: ELSEWHERE,
  10: [INDEX_FILE],
};
const DATA_FILE: Shape = { ...any(4, 5, 6), ...anyOften(2, 3), 1: isPlainName, 7: ELSEWHERE };
const DELETION_FILE: Shape = { ...any(1, 2, 3, 4), 7: ELSEWHERE };
const FRAGMENT: Shape = { ...any(1, 4), 2: [DATA_FILE], 3: DELETION_FILE };
const MANIFEST: Shape = {
  ...any(3, 4, 6, 7, 8, 11, 13, 14, 21),
  ...anyOften(5, 16, 19),
  1: [FIELD],
  2: [FRAGMENT],
  9: FEATURES,
  10: FEATURES,
  12: textIs(/^\d+-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.txn$/),
  15: { 1: textIs(/^lance$/), 2: textIs(/^2\.[01]$/) },
  18: ELSEWHERE,
};
const TRANSACTION: Shape = {
  ...any(1, 2, 3, 107),
  4: ['any'],
  // Append, delete, overwrite, create index, rewrite, reserve fragments, update.
  100: { 1: [FRAGMENT] },
  101: { 1: [FRAGMENT], 2: ['any'], 3: 'any' },
  102: { ...anyOften(3, 4), 1: [FRAGMENT], 2: [FIELD], 5: ELSEWHERE },
  103: { 1: [INDEX], 2: [INDEX] },
  104: {
    1: [FRAGMENT],
    2: [FRAGMENT],
    3: [{ 1: [FRAGMENT], 2: [FRAGMENT] }],
    4: [{ ...any(1, 2, 4), 3: INDEX_DETAILS, 5: [INDEX_FILE] }],
  },
  108: { ...any(7, 8), ...anyOften(1, 4, 6, 9, 10), 2: [FRAGMENT], 3: [FRAGMENT] },
  113: ELSEWHERE,
  114: ELSEWHERE,
};

const INDEX_SECTION = 6;
const TRANSACTION_SECTION = 21;
const TRAILER = 16;

/** @throws OddField that says what Cora's tables do not have */
export function checkManifest(bytes: Buffer): void {
  const allowance = fieldsOfOneFile();
  const numbers = readFields(manifestIn(bytes), MANIFEST, allowance);
  const section = (field: number, shape: Shape): void => {
    const at = numbers.get(field);
    if (at !== undefined) readFields(messageAt(bytes, at), shape, allowance);
  };
  section(INDEX_SECTION, { 1: [INDEX] });
  section(TRANSACTION_SECTION, TRANSACTION);
}

/**
 * Lists the files of a version, as paths in the table's folder: `data/x.lance`,
 * `_deletions/0-1-2.arrow`, and of each index `_indices/<uuid>/x.lance`, or `_indices/<uuid>/` if
 * the manifest does not list its files.
 * @throws OddField for bytes that are no manifest of Cora's tables
 */
export function filesListed(bytes: Buffer): Set<string> {
  const files = new Set<string>();
  const allowance = fieldsOfOneFile();
  const shape = { ...MANIFEST, 2: [(fragment: Uint8Array) => addFragment(files, fragment, allowance)] } as const;
  const at = readFields(manifestIn(bytes), shape, allowance).get(INDEX_SECTION);
  const section = { 1: [(index: Uint8Array) => addIndex(files, index, allowance)] } as const;
  if (at !== undefined) readFields(messageAt(bytes, at), section, allowance);
  return files;
}

function addFragment(files: Set<string>, fragment: Uint8Array, allowance: Allowance): boolean {
  const deletions: Uint8Array[] = [];
  const file: Shape = { ...DATA_FILE, 1: (name) => files.add(`data/${Buffer.from(name).toString('utf8')}`).size > 0 };
  const shape: Shape = { ...FRAGMENT, 2: [file], 3: (value) => deletions.push(value) > 0 };
  const number = readFields(fragment, shape, allowance).get(1) ?? 0;
  for (const bytes of deletions) {
    const { 1: kind = 0n, 2: version = 0n, 3: id = 0n } = Object.fromEntries(numbersIn(bytes));
    files.add(`_deletions/${number}-${version}-${id}.${kind === 0n ? 'arrow' : 'bin'}`);
  }
  return true;
}

function addIndex(files: Set<string>, index: Uint8Array, allowance: Allowance): boolean {
  let folder = '';
  const names: string[] = [];
  const uuid: Shape = {
    1: (bytes) => {
      folder = `_indices/${Buffer.from(bytes)
        .toString('hex')
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}/`;
      return true;
    },
  };
  const file: Shape = { ...INDEX_FILE, 1: (name) => names.push(Buffer.from(name).toString('utf8')) > 0 };
  readFields(index, { ...INDEX, 1: uuid, 10: [file] }, allowance);
  for (const name of names.length === 0 ? [''] : names) files.add(folder + name);
  return true;
}

/** Reads a message of numbers exactly: LanceDB uses all 64 bits in those of deletions. */
function numbersIn(bytes: Uint8Array): Map<number, bigint> {
  const numbers = new Map<number, bigint>();
  let at = 0;
  const next = (): bigint => {
    let value = 0n;
    for (let shift = 0n; at < bytes.length; shift += 7n) {
      const byte = bytes[at++]!;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw noMessage();
  };
  while (at < bytes.length) {
    const tag = next();
    if (tag % 8n !== 0n) throw new OddField(ELSEWHERE);
    numbers.set(Number(tag / 8n), next());
  }
  return numbers;
}

function manifestIn(bytes: Buffer): Uint8Array {
  if (bytes.length < TRAILER || bytes.toString('latin1', bytes.length - 4) !== 'LANC') throw noMessage();
  return messageAt(bytes, Number(bytes.readBigInt64LE(bytes.length - TRAILER)));
}

function messageAt(bytes: Buffer, at: number): Uint8Array {
  const isIn = at >= 0 && at <= bytes.length - TRAILER - 4;
  const end = isIn ? at + 4 + bytes.readUInt32LE(at) : Number.POSITIVE_INFINITY;
  if (end > bytes.length - TRAILER) throw noMessage();
  return bytes.subarray(at + 4, end);
}

// Checks a protobuf message against a shape that lists everything it may hold. Everything else is
// refused, so nothing need be known of newer or hostile writers. It copies nothing, goes no deeper
// than the shape, and reads each byte once. The number of fields is limited too, so that work for
// each field stays bounded.

/**
 * `any` allows the field. A function checks its bytes, a shape its fields. A number lists the
 * allowed bits. Any other text says why the field is refused.
 */
type Rule = string | number | ((value: Uint8Array) => boolean) | Shape;
/** A field whose rule is in brackets may occur several times. */
type Shape = { readonly [field: number]: Rule | readonly [Rule] };

/** The number of fields that a file may still have. */
interface Allowance {
  left: number;
}

export class OddField extends Error {}

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/** A manifest of 200,000 fragments has nine million fields, those of its transaction included. */
const MOST_FIELDS = 16_000_000;

export function fieldsOfOneFile(): Allowance {
  return { left: MOST_FIELDS };
}

/**
 * @returns the numbers in fields that occur once. @throws OddField for a field that the shape does
 * not list
 */
export function readFields(bytes: Uint8Array, shape: Shape, allowance: Allowance): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>();
  const input = { bytes, at: 0 };
  while (input.at < bytes.length) {
    const tag = nextVarint(input);
    const field = Math.floor(tag / 8);
    const wire = tag % 8;
    const given = Object.hasOwn(shape, field) ? shape[field]! : `field ${field}, which Cora's tables do not have`;
    const isMany = Array.isArray(given);
    const rule = (isMany ? given[0] : given) as Rule;
    if (typeof rule === 'string' && rule !== 'any') throw new OddField(rule);
    if (!isMany && numbers.has(field)) throw new OddField(`field ${field} twice`);
    if (--allowance.left < 0) throw new OddField(`more than ${MOST_FIELDS} fields`);
    if (!isMany) numbers.set(field, Number.NaN);
    if (wire === VARINT) {
      const value = nextVarint(input);
      if (typeof rule === 'number' && !isWithin(value, rule)) throw new OddField(`features that Cora's tables lack`);
      if (!isMany) numbers.set(field, value);
      continue;
    }
    const length =
      wire === BYTES ? nextVarint(input) : wire === FIXED64 ? 8 : wire === FIXED32 ? 4 : Number.POSITIVE_INFINITY;
    const end = input.at + length;
    if (end > bytes.length || typeof rule === 'number') throw noMessage();
    const value = bytes.subarray(input.at, end);
    input.at = end;
    if (typeof rule === 'function' && !rule(value)) throw new OddField(`names that Cora's tables do not have`);
    if (typeof rule === 'object') readFields(value, rule, allowance);
  }
  return numbers;
}

function isWithin(value: number, mask: number): boolean {
  return value <= mask && (value & ~mask) === 0;
}

/** Not exact above 2^53, but nothing that is compared is so large. */
function nextVarint(input: { bytes: Uint8Array; at: number }): number {
  let value = 0;
  for (let shift = 0; shift < 70; shift += 7) {
    const byte = input.bytes[input.at++];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return value;
  }
  throw noMessage();
}

function noMessage(): OddField {
  return new OddField('bytes that are no manifest');
}
