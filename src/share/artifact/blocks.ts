/**
 * A block of version 1 holds the rows of whole blobs as JSON under Brotli, by column, because equal
 * things beside each other compress:
 * {"blobs":[["1eb41f…","python",2]],"kind":["function","class"],…}. The rest tells chunk ids,
 * hashes and search text, so they are left out.
 */

import type { JsonLimits } from '../../base/boundedJson.ts';
import type { CoraError } from '../../base/errors.ts';
import { isFrame } from '../../base/frame.ts';
import { blobKeyOf, chunkIdOf, contentHashOf, embedTextOf } from '../../base/identity.ts';
import type { BlobKey, Chunk, ChunkKind, Definition, Reference, ReferenceKind } from '../../base/types.ts';
import { decodeFloat16 } from '../../engine/byteVectors.ts';
import type { ViewPath } from '../../store/views.ts';
import { badArtifact, decompressText } from './archive.ts';
import {
  type ArtifactManifest,
  isHex,
  isObject,
  isSafeInteger,
  isText,
  MOST_MEMBER_BYTES,
  parseHostileJson,
} from './members.ts';

/** The columns that an artifact without text tells of a chunk. */
type Outline = Pick<Chunk, 'kind' | 'symbol' | 'startLine' | 'endLine' | 'startByte' | 'endByte'>;

interface PackedRow {
  outline: Outline;
  /** Null in an artifact without text. */
  chunk: Chunk | null;
  chunkId: string;
  contentHash: string;
}

export interface PackedBlob<Row = PackedRow> {
  blob: string;
  language: string;
  /** In the order of their bytes. */
  rows: Row[];
}

/** `inRow` checks the value of a row, where a block holds it in another form. */
type Column = readonly [name: keyof Chunk, check: Check, inRow?: Check];
type Check = (value: unknown) => boolean;

const KINDS: Record<ChunkKind, true> = {
  function: true,
  method: true,
  class: true,
  interface: true,
  type: true,
  enum: true,
  constant: true,
  module: true,
  section: true,
  object: true,
  text: true,
};
const REFERENCE_KINDS: Record<ReferenceKind, true> = {
  import: true,
  call: true,
  inherit: true,
  type: true,
  link: true,
};

/** Each reference is three values: eight megabytes of source have a third of it. */
const LIMITS: JsonLimits = { bytes: MOST_MEMBER_BYTES, depth: 8, values: 6_000_000 };

/** Everything in a row is part of a blob, and blobs are smaller. */
const MOST_TEXT = 32 * 2 ** 20;
const MOST_INTEGER = 2 ** 31 - 1;
const REDACTED = /^(?:\d{1,9}:[a-z0-9-]{1,40}(?: |$)){0,100000}$/;
export const LANGUAGE = /^[\w+#.-]{1,40}$/;

const text = (value: unknown): boolean => isText(value, MOST_TEXT);
const integer = (value: unknown): boolean => isSafeInteger(value, MOST_INTEGER);
const oneOf =
  (names: object) =>
  (value: unknown): boolean =>
    typeof value === 'string' && Object.hasOwn(names, value);
const kind = oneOf(KINDS);
export const isChunkKind = kind;
const referenceKind = oneOf(REFERENCE_KINDS);

const OUTLINE_COLUMNS: readonly Column[] = [
  ['kind', kind],
  ['symbol', text],
  ['startLine', integer],
  ['endLine', integer],
  ['startByte', integer],
  ['endByte', integer],
];
const TEXT_COLUMNS: readonly Column[] = [
  ...OUTLINE_COLUMNS,
  ['scope', (value) => Array.isArray(value) && value.every(text)],
  ['signature', text],
  ['nodeType', (value) => isText(value, 200)],
  ['redacted', (value) => typeof value === 'string' && REDACTED.test(value)],
  ['frame', isFrame],
  ['part', integer],
  ['parts', integer],
  ['parentChunk', text],
  ['text', text],
  ['doc', text],
  ['defines', listOf(isPackedDefinition), listOf(isDefinition)],
  ['references', listOf(isPackedReference), listOf(isReference)],
];

function listOf<T>(check: (value: T) => boolean): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

function isPackedDefinition(value: unknown): boolean {
  return Array.isArray(value) && value.length === 4 && isDefinition(definitionOf(value as never));
}

function isDefinition({ name, kind: said, startLine, endLine }: Definition): boolean {
  return text(name) && kind(said) && integer(startLine) && integer(endLine);
}

function isPackedReference(value: unknown): boolean {
  const isRight = Array.isArray(value) && (value.length === 2 || (value.length === 3 && text(value[2])));
  return isRight && isReference(referenceOf(value as never));
}

function isReference({ name, kind: said, from }: Reference): boolean {
  return text(name) && referenceKind(said) && (from === undefined || text(from));
}

/** A whole chunk where text is wanted. */
export type BlockRow = (Chunk | Outline) & { contentHash: string };

/** Returns rows by column: what all checks of rows that somebody else made begin with. */
export function packedColumns(blobs: readonly PackedBlob<BlockRow>[], withText: boolean): Record<string, unknown> {
  const rows = blobs.flatMap((blob) => blob.rows);
  const columns = (withText ? TEXT_COLUMNS : OUTLINE_COLUMNS).map(([name]) => [
    name,
    rows.map((row) => cell(row, name)),
  ]);
  const hashes = withText ? {} : { contentHash: rows.map(({ contentHash }) => contentHash) };
  const heads = blobs.map(({ blob, language, rows: { length } }) => [blob, language, length]);
  return { blobs: heads, ...Object.fromEntries(columns), ...hashes };
}

function cell(outline: Outline, name: keyof Chunk): unknown {
  const row = outline as Chunk;
  if (name === 'defines') return row.defines.map((one) => [one.name, one.kind, one.startLine, one.endLine]);
  if (name !== 'references') return row[name];
  return row.references.map((one) => (one.from === undefined ? [one.name, one.kind] : [one.name, one.kind, one.from]));
}

/** Rows that somebody else made, of one blob after the other. Each is made when it is asked for. */
interface DecodedRows {
  heads: { blob: string; language: string; rows: number }[];
  /** @throws CoraError BAD_ARTIFACT where ranges are impossible */
  blobs(): Generator<PackedBlob, void, undefined>;
}

/** @throws CoraError BAD_ARTIFACT */
function decodeRowBlock(member: Buffer, withText: boolean): DecodedRows {
  const value = parseHostileJson(decompressText(member, MOST_MEMBER_BYTES), LIMITS, 'rows');
  if (!isObject(value)) throw badRows('rows that are no JSON');
  return unpackColumns(value, withText);
}

/**
 * @param value columns as `packedColumns` makes them, from anybody
 * @throws CoraError BAD_ARTIFACT
 */
export function unpackColumns(value: Record<string, unknown>, withText: boolean): DecodedRows {
  const heads = value['blobs'];
  if (!Array.isArray(heads) || !heads.every(isHead)) throw badRows('rows of no blob');
  const total = heads.reduce((sum, [, , rows]) => sum + rows, 0);
  const columns = withText ? TEXT_COLUMNS : OUTLINE_COLUMNS;
  for (const [name, check] of columns) {
    const cells = value[name];
    if (!Array.isArray(cells) || cells.length !== total) throw badRows(`an impossible ${name}`);
    const bad = cells.findIndex((cell) => !check(cell));
    if (bad !== -1) throw badRows(`an impossible ${name} in a row of blob ${blobAt(heads, bad)}`);
  }
  const hashes = value['contentHash'];
  if (!withText && !(Array.isArray(hashes) && hashes.length === total && hashes.every((hash) => isHex(hash, 32, 32))))
    throw badRows('an impossible contentHash');
  const rowAt = (at: number, blob: string, language: string): PackedRow => {
    const of = cellsAt(value as unknown as Columns, at);
    return packedRow({ blob, language }, of, withText ? null : (hashes as string[])[at]!);
  };
  return {
    heads: heads.map(([blob, language, rows]) => ({ blob, language, rows })),
    *blobs() {
      let at = 0;
      for (const [blob, language, rows] of heads) {
        yield {
          blob,
          language,
          rows: inOrder(
            blob,
            Array.from({ length: rows }, () => rowAt(at++, blob, language)),
          ),
        };
      }
    },
  };
}

function blobAt(heads: readonly Head[], row: number): string {
  let left = row;
  for (const [blob, , rows] of heads) {
    if (left < rows) return blob;
    left -= rows;
  }
  throw new RangeError(`no blob has row ${row}`);
}

type Head = [blob: string, language: string, rows: number];

function isHead(value: unknown): value is Head {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [blob, language, rows] = value;
  return isHex(blob, 40, 64) && isText(language, 40) && LANGUAGE.test(language) && isSafeInteger(rows, 1e6) && rows > 0;
}

/** Checked before. */
type Columns = { [C in Exclude<keyof Chunk, 'defines' | 'references'>]: Chunk[C][] } & {
  defines: [string, ChunkKind, number, number][][];
  references: [string, ReferenceKind, string?][][];
};

/** Returns a value of a row by its name. */
type ValueOf = <C extends keyof Chunk>(name: C) => Chunk[C];

function cellsAt(columns: Columns, at: number): ValueOf {
  const of = (name: keyof Chunk): unknown => {
    if (name === 'defines') return columns.defines[at]!.map(definitionOf);
    return name === 'references' ? columns.references[at]!.map(referenceOf) : columns[name][at];
  };
  return of as ValueOf;
}

/**
 * Returns the rows of a blob that a segment tells, whoever made it: they pass the same checks.
 * @throws CoraError BAD_ARTIFACT
 */
export function checkedBlob({ blob, language, rows }: PackedBlob<BlockRow>, withText: boolean): PackedBlob {
  if (!isHead([blob, language, rows.length])) throw badRows('rows of no blob');
  const columns = withText ? TEXT_COLUMNS : OUTLINE_COLUMNS;
  const checked = rows.map((row) => {
    const of = ((name) => (row as Chunk)[name]) as ValueOf;
    const bad = columns.find(([name, check, inRow = check]) => !inRow(of(name)));
    if (bad !== undefined) throw badRows(`an impossible ${bad[0]} in a row of blob ${blob}`);
    return packedRow({ blob, language }, of, withText ? null : row.contentHash);
  });
  return { blob, language, rows: inOrder(blob, checked) };
}

/** @param contentHash null where the row has its text */
function packedRow(
  { blob, language }: Pick<PackedBlob, 'blob' | 'language'>,
  of: ValueOf,
  contentHash: string | null,
): PackedRow {
  const outline = outlineOf(of);
  const chunkId = chunkIdOf(blob, language, outline.startByte, outline.endByte);
  if (contentHash !== null) return { outline, chunk: null, chunkId, contentHash };
  const chunk = chunkOf(outline, of);
  return { outline: chunk, chunk, chunkId, contentHash: contentHashOf(embedTextOf(chunk)) };
}

function outlineOf(of: ValueOf): Outline {
  return {
    ...{ kind: of('kind'), symbol: of('symbol'), startLine: of('startLine'), endLine: of('endLine') },
    ...{ startByte: of('startByte'), endByte: of('endByte') },
  };
}

function chunkOf(outline: Outline, of: ValueOf): Chunk {
  return {
    ...outline,
    ...{ scope: of('scope'), signature: of('signature'), nodeType: of('nodeType'), redacted: of('redacted') },
    ...{ frame: of('frame'), part: of('part'), parts: of('parts'), parentChunk: of('parentChunk') },
    ...{ text: of('text'), doc: of('doc'), defines: of('defines'), references: of('references') },
  };
}

/** By place: taking millions of them apart by pattern takes three times as long. */
function definitionOf(one: Columns['defines'][number][number]): Definition {
  return { name: one[0], kind: one[1], startLine: one[2], endLine: one[3] };
}

function referenceOf(one: Columns['references'][number][number]): Reference {
  const from = one[2];
  return from === undefined ? { name: one[0], kind: one[1] } : { name: one[0], kind: one[1], from };
}

/** Two chunks with the same range would have one id. */
function inOrder(blob: string, rows: PackedRow[]): PackedRow[] {
  let before = { startByte: -1, endByte: -1 };
  for (const { outline } of rows) {
    const { startByte, endByte, startLine, endLine } = outline;
    const comesAfter = startByte > before.startByte || (startByte === before.startByte && endByte > before.endByte);
    if (!comesAfter || endByte <= startByte || endLine < startLine || startLine < 1)
      throw badRows(`an impossible range in a row of blob ${blob}`);
    before = outline;
  }
  return rows;
}

function badRows(what: string): CoraError {
  return badArtifact(`it holds ${what}`);
}

// Blocks of an artifact: from bytes to rows, one by one and in any thread, and what all of them
// together must be.

export type ArtifactBlob = PackedBlob<PackedRow & { vector: Float32Array }>;

/** Two members whose hashes are right; what they hold is not looked at yet. */
export interface RawBlock {
  rows: Buffer;
  vectors: Buffer;
}

export interface BlockForm {
  text: boolean;
  dimensions: number;
}

export interface DecodedBlock extends DecodedRows {
  blobs(): Generator<ArtifactBlob, void, undefined>;
}

/** @throws CoraError BAD_ARTIFACT for what rows cannot be */
export function decodeBlock(raw: RawBlock, { text, dimensions }: BlockForm): DecodedBlock {
  const { heads, blobs } = decodeRowBlock(raw.rows, text);
  const count = heads.reduce((sum, { rows }) => sum + rows, 0);
  const vectors = decodeVectors(raw.vectors, count, dimensions);
  return {
    heads,
    *blobs() {
      let at = 0;
      for (const { blob, language, rows } of blobs()) {
        // The rows were made a moment ago.
        yield { blob, language, rows: rows.map((row) => Object.assign(row, { vector: vectors[at++]! })) };
      }
    },
  };
}

/** Each once, in the order of their first path: so do their rows come. */
export function blobsInOrder(files: readonly ViewPath[]): BlobKey[] {
  return [...new Set(files.map(blobKeyOf))];
}

/** Checks that the blobs which come are those of the files, each once and in their order. */
export class BlobOrder {
  readonly #wanted: readonly BlobKey[];
  readonly #counts: ArtifactManifest['counts'];
  #next = 0;
  #chunks = 0;

  constructor(files: readonly ViewPath[], counts: ArtifactManifest['counts']) {
    this.#wanted = blobsInOrder(files);
    this.#counts = counts;
  }

  /** @throws CoraError BAD_ARTIFACT */
  take(blob: { blob: string; language: string }, rows: number): void {
    const wanted = this.#wanted[this.#next++] ?? 'none';
    if (blobKeyOf(blob) !== wanted)
      throw badArtifact(
        `it holds rows of another blob than the next one of its files (${blobKeyOf(blob)}, not ${wanted})`,
      );
    this.#chunks += rows;
  }

  /** @throws CoraError BAD_ARTIFACT where some are missing */
  finish(): void {
    const missing = this.#wanted.length - this.#next;
    if (missing > 0) throw badArtifact(`it lacks the rows of ${missing} of its files`);
    if (this.#chunks !== this.#counts.chunks) throw badArtifact('its manifest counts other chunks than it holds');
  }
}

// Vectors of a block of rows of version 1, as bytes that compress well, without losing a bit. One
// leading byte says how:
//
//   0      halves: the low bytes of all float16 values, then their high bytes   1–14   grid: every
// value is a multiple of 2^-n; the multiples in zigzag (0 −1 1 −2 …), low
//          bytes, then high bytes
//
// Bytes of the same weight stand together, because only the high ones repeat themselves.

const HALVES = 0;
const FINEST_GRID = 14;
const COARSEST_GRID = 4;

/**
 * @param rows how many vectors there must be
 * @throws CoraError BAD_ARTIFACT for another length, an unknown form or a value that is no number
 */
export function decodeVectors(bytes: Buffer, rows: number, dimensions: number): Float32Array[] {
  const count = rows * dimensions;
  const grid = bytes[0] ?? 255;
  if (bytes.length !== 1 + 2 * count || (grid !== HALVES && (grid < COARSEST_GRID || grid > FINEST_GRID))) {
    throw badArtifact('its vectors have another length or form');
  }
  const values = new Float32Array(count);
  const isRight = grid === HALVES ? decodeHalves(bytes, values) : decodeGrid(bytes, values, grid);
  if (!isRight) throw badArtifact('one of its vectors holds a value that a vector cannot hold');
  // Views: who keeps one of them for long, copies it.
  return Array.from({ length: rows }, (_, row) => values.subarray(row * dimensions, (row + 1) * dimensions));
}

/** @returns false for a value that is no number */
function decodeHalves(bytes: Buffer, values: Float32Array): boolean {
  const count = values.length;
  const words = new Uint16Array(count);
  for (let at = 0; at < count; at++) words[at] = bytes[1 + at]! | (bytes[1 + count + at]! << 8);
  values.set(decodeFloat16(words, 0, count));
  return values.every(Number.isFinite);
}

/**
 * Millions of values in a repository, so a plain loop.
 * @returns false for a value that float16 cannot hold
 */
function decodeGrid(bytes: Buffer, values: Float32Array, grid: number): boolean {
  const count = values.length;
  const step = 2 ** -grid;
  for (let at = 0; at < count; at++) {
    const word = bytes[1 + at]! | (bytes[1 + count + at]! << 8);
    // Zigzag: 0 −1 1 −2 2 …
    const multiple = (word >> 1) ^ -(word & 1);
    if ((multiple > 2048 || multiple < -2048) && !fitsHalf(multiple)) return false;
    values[at] = multiple * step;
  }
  return true;
}

/** A float16 has eleven significant bits. */
function fitsHalf(multiple: number): boolean {
  return Math.abs(multiple) / (multiple & -multiple) <= 2048;
}
