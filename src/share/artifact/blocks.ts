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
import type { BlobKey, Chunk, ChunkKind, ReferenceKind } from '../../base/types.ts';
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

type Check = (value: unknown) => boolean;
type Column = readonly [name: keyof Chunk, check: Check];

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
  ['defines', (value) => Array.isArray(value) && value.every(isDefinition)],
  ['references', (value) => Array.isArray(value) && value.every(isReference)],
];

function isDefinition(value: unknown): boolean {
  if (!isObject(value)) return false;
  return text(value['name']) && kind(value['kind']) && integer(value['startLine']) && integer(value['endLine']);
}

function isReference(value: unknown): boolean {
  if (!isObject(value)) return false;
  return text(value['name']) && referenceKind(value['kind']) && (value['from'] === undefined || text(value['from']));
}

/** A whole chunk where text is wanted. */
export type BlockRow = (Chunk | Outline) & { contentHash: string };

/** All that a pack tells of a chunk: equal for equal chunks. */
export function toldOf(chunk: Chunk): string {
  return JSON.stringify(chunk, TOLD);
}

const TOLD = [...TEXT_COLUMNS.map(([name]) => name), 'name', 'from'];

type Head = [blob: string, language: string, rows: number];

function isHead(value: unknown): value is Head {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [blob, language, rows] = value;
  return isHex(blob, 40, 64) && isText(language, 40) && LANGUAGE.test(language) && isSafeInteger(rows, 1e6) && rows > 0;
}

/**
 * Returns the rows of a blob that somebody else made, checked and with their ids and hashes.
 * @throws CoraError BAD_ARTIFACT
 */
export function checkedBlob(
  { blob, language, rows }: PackedBlob<BlockRow & { vector: Float32Array }>,
  withText: boolean,
): ArtifactBlob {
  if (!isHead([blob, language, rows.length])) throw badRows('rows of no blob');
  const columns = withText ? TEXT_COLUMNS : OUTLINE_COLUMNS;
  const checked = rows.map((row) => {
    const bad = columns.find(([name, check]) => !check((row as Chunk)[name]))?.[0];
    if (bad !== undefined) throw badRows(`an impossible ${bad} in a row of blob ${blob}`);
    if (!withText && !isHex(row.contentHash, 32, 32)) throw badRows('an impossible contentHash');
    const { kind, symbol, startLine, endLine, startByte, endByte, contentHash, vector } = row;
    const outline = { kind, symbol, startLine, endLine, startByte, endByte };
    const chunkId = chunkIdOf(blob, language, startByte, endByte);
    if (!withText) return { outline, chunk: null, chunkId, contentHash, vector };
    const chunk = chunkOf(outline, row as Chunk);
    return { outline: chunk, chunk, chunkId, contentHash: contentHashOf(embedTextOf(chunk)), vector };
  });
  return { blob, language, rows: inOrder(blob, checked) };
}

function chunkOf(outline: Outline, row: Chunk): Chunk {
  const { scope, signature, nodeType, redacted, frame, part, parts, parentChunk, text, doc, defines, references } = row;
  const names = { scope, signature, nodeType, redacted, frame, part, parts, parentChunk };
  return { ...outline, ...names, text, doc, defines, references };
}

/** Two chunks with the same range would have one id. */
function inOrder<R extends Pick<PackedRow, 'outline'>>(blob: string, rows: R[]): R[] {
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

/** @throws CoraError BAD_ARTIFACT for what rows cannot be */
export function decodeBlock(raw: RawBlock, { text, dimensions }: BlockForm): ArtifactBlob[] {
  const value = parseHostileJson(decompressText(raw.rows, MOST_MEMBER_BYTES), LIMITS, 'rows');
  if (!isObject(value)) throw badRows('rows that are no JSON');
  return unpackColumns(value, text, (rows) => decodeVectors(raw.vectors, rows, dimensions));
}

/**
 * @param value columns of a block, from anybody
 * @param vectorsOf gives so many
 * @throws CoraError BAD_ARTIFACT
 */
export function unpackColumns(
  value: Record<string, unknown>,
  withText: boolean,
  vectorsOf: (rows: number) => Float32Array[],
): ArtifactBlob[] {
  const heads = value['blobs'];
  if (!Array.isArray(heads) || !heads.every(isHead)) throw badRows('rows of no blob');
  const total = heads.reduce((sum, [, , rows]) => sum + rows, 0);
  const names = (withText ? TEXT_COLUMNS : OUTLINE_COLUMNS).map(([name]): string => name);
  const columns = [...names, ...(withText ? [] : ['contentHash'])].map((name): [string, unknown[]] => {
    const cells = value[name];
    if (!Array.isArray(cells) || cells.length !== total) throw badRows(`an impossible ${name}`);
    const read = CELLS[name];
    return [name, read === undefined ? cells : cells.map((cell) => (Array.isArray(cell) ? cell.map(read) : cell))];
  });
  const vectors = vectorsOf(total);
  let next = 0;
  return heads.map(([blob, language, count]) => {
    const rows = Array.from({ length: count }, () => {
      const at = next++;
      const cells = Object.fromEntries(columns.map(([name, all]) => [name, all[at]]));
      return { ...(cells as unknown as BlockRow), vector: vectors[at]! };
    });
    return checkedBlob({ blob, language, rows }, withText);
  });
}

/** By column: reads what stands there as a list of fields; null for another list. */
const CELLS: Readonly<Record<string, (fields: unknown) => unknown>> = {
  defines: (fields) => {
    if (!Array.isArray(fields) || fields.length !== 4) return null;
    const [name, kind, startLine, endLine] = fields;
    return { name, kind, startLine, endLine };
  },
  references: (fields) => {
    if (!Array.isArray(fields) || fields.length < 2 || fields.length > 3) return null;
    const [name, kind, from] = fields;
    return fields.length === 2 ? { name, kind } : { name, kind, from: from ?? null };
  },
};

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
