/** Artifacts of version 1, as the first Cora wrote them: Cora itself only reads them. */

import { createHash } from 'node:crypto';
import { type BrotliOptions, brotliCompressSync, constants } from 'node:zlib';
import type { Chunk } from '../../src/base/types.ts';
import { toFloat16 } from '../../src/engine/byteVectors.ts';
import { paddingOf, tarHeader } from '../../src/share/artifact/archive.ts';
import type { BlockRow, PackedBlob } from '../../src/share/artifact/blocks.ts';
import type { RowWithVector } from '../../src/share/artifact/canonicalSegment.ts';
import {
  type ArtifactManifest,
  blockNames,
  COMMENTARY_MEMBER_1,
  encodeFiles,
  encodeManifest,
  FILES_MEMBER,
  type FilesMember,
  MANIFEST,
} from '../../src/share/artifact/members.ts';
import type { Answered } from '../../src/store/sideTables.ts';

export interface Content1 {
  about: Omit<ArtifactManifest, 'formatVersion' | 'tool' | 'members'>;
  files: FilesMember;
  commentary: readonly Answered[];
  /** Of each block. */
  blocks: readonly (readonly PackedBlob<RowWithVector>[])[];
}

export function tarOfVersion1({ about, files, commentary, blocks }: Content1): Buffer {
  const members = [
    { name: FILES_MEMBER, bytes: encodeFiles(files) },
    ...(commentary.length === 0 ? [] : [{ name: COMMENTARY_MEMBER_1, bytes: commentaryOf(commentary) }]),
    ...blocks.flatMap((blobs, at) => {
      const [rows, vectors] = blockNames(at);
      const all = blobs.flatMap((blob) => blob.rows.map(({ vector }) => vector));
      const columns = packedColumns(blobs as readonly PackedBlob<Chunk & RowWithVector>[], about.text);
      return [
        { name: rows, bytes: compressText(Buffer.from(`${JSON.stringify(columns)}\n`)) },
        { name: vectors, bytes: encodeVectors(all, about.embedder.dimensions) },
      ];
    }),
  ];
  const listed = members.map(({ name, bytes }) => ({
    ...{ name, size: bytes.length },
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  const manifest = encodeManifest({ ...about, members: listed }, 1);
  return Buffer.concat([
    ...[{ name: MANIFEST, bytes: manifest }, ...members].flatMap(({ name, bytes }) => [
      tarHeader(name, bytes.length),
      bytes,
      Buffer.alloc(paddingOf(bytes.length)),
    ]),
    Buffer.alloc(1024),
  ]);
}

const OUTLINE = ['kind', 'symbol', 'startLine', 'endLine', 'startByte', 'endByte'] as const;
const TEXT = [
  ...OUTLINE,
  ...(['scope', 'signature', 'nodeType', 'redacted', 'frame', 'part', 'parts', 'parentChunk', 'text', 'doc'] as const),
  ...(['defines', 'references'] as const),
];

/** Rows by column, as version 1 has them. */
export function packedColumns(blobs: readonly PackedBlob<BlockRow>[], withText: boolean): Record<string, unknown[]> {
  const rows = blobs.flatMap((blob) => blob.rows);
  const cell = (row: Chunk, name: (typeof TEXT)[number]): unknown => {
    if (name === 'defines') return row.defines.map((one) => [one.name, one.kind, one.startLine, one.endLine]);
    if (name !== 'references') return row[name];
    return row.references.map(({ name, kind, from }) => (from === undefined ? [name, kind] : [name, kind, from]));
  };
  const columns = (withText ? TEXT : OUTLINE).map((name) => [name, rows.map((row) => cell(row as Chunk, name))]);
  return {
    blobs: blobs.map(({ blob, language, rows: { length } }) => [blob, language, length]),
    ...Object.fromEntries(columns),
    ...(withText ? {} : { contentHash: rows.map(({ contentHash }) => contentHash) }),
  };
}

function commentaryOf(rows: readonly Answered[]): Buffer {
  const columns = (['contentHash', 'model', 'prompt', 'text'] as const).map((name) => [
    name,
    rows.map((row) => row[name]),
  ]);
  return compressText(Buffer.from(`${JSON.stringify(Object.fromEntries(columns))}\n`));
}

export function compressText(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, paramsFor(bytes));
}

function paramsFor(bytes: Buffer): BrotliOptions {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_SIZE_HINT } =
    constants;
  return {
    params: {
      [BROTLI_PARAM_QUALITY]: 9,
      [BROTLI_PARAM_LGWIN]: 22,
      [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
      [BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  };
}

const HALVES = 0;
const FINEST_GRID = 14;
const COARSEST_GRID = 4;

export function encodeVectors(vectors: readonly Float32Array[], dimensions: number): Buffer {
  const values = new Float32Array(vectors.length * dimensions);
  vectors.forEach((vector, row) => {
    values.set(vector, row * dimensions);
  });
  const grid = gridOf(values);
  const out = Buffer.allocUnsafe(1 + 2 * values.length);
  out[0] = grid;
  if (grid === HALVES) encodeHalves(values, out);
  else encodeGrid(values, out, grid);
  return out;
}

/**
 * The coarsest grid that all values lie on. Hundreds of millions of values in a large repository,
 * so plain loops.
 */
function gridOf(values: Float32Array): number {
  let grid = COARSEST_GRID;
  let steps = 2 ** grid;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    // A negative zero is another float16 than zero, and no multiple.
    if (value > 1 || value < -1 || (value === 0 && 1 / value < 0)) return HALVES;
    while (value * steps !== Math.floor(value * steps)) {
      if (++grid > FINEST_GRID) return HALVES;
      steps *= 2;
    }
  }
  return grid;
}

function encodeHalves(values: Float32Array, out: Buffer): void {
  for (let at = 0; at < values.length; at++) putWord(out, values.length, at, toFloat16(values[at]!));
}

/**
 * A small number of either sign becomes a small one without, in zigzag: 0 −1 1 −2 2 → 0 1 2 3 4.
 */
function encodeGrid(values: Float32Array, out: Buffer, grid: number): void {
  const steps = 2 ** grid;
  for (let at = 0; at < values.length; at++) {
    const multiple = values[at]! * steps;
    putWord(out, values.length, at, multiple < 0 ? -2 * multiple - 1 : 2 * multiple);
  }
}

function putWord(out: Buffer, count: number, at: number, word: number): void {
  out[1 + at] = word & 0xff;
  out[1 + count + at] = word >> 8;
}
