/**
 * The weights of the built-in embedder as they lie in builtin.bin, which model/train.py writes and model/model.py describes.
 * One read, then views on its bytes. Knows nothing of texts.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CoraError, ifAbsent } from '../base/errors.ts';
import { BuiltinVocabulary } from './builtinVocabulary.ts';

export interface BuiltinModel {
  dimensions: number;
  /** 16 hex digits that change with any byte of the weights. */
  digest: string;
  /** Tokens are numbered from 0 in the order of the rows. */
  vocabulary: BuiltinVocabulary;
  /** By token: what it costs as a piece of an unknown word, in 1024ths of a nat. */
  costs: Uint16Array;
  /** 1 + ln tf by tf; what lies beyond counts as the last. A table, as Math.log need not round alike everywhere. */
  tfWeights: Float64Array;
  /** By token, with the scale of its row. */
  weights: Readonly<Record<'document' | 'query', Float32Array>>;
  /** Token after token, `dimensions` numbers each. */
  rows: Int8Array;
}

const MAGIC = 'CORAEMB1';
const HEADER_BYTES = 32;

/** Beside the bundle in dist; in model/ when run from source. */
const PLACES = ['./builtin.bin', '../../model/builtin.bin'];

/** @throws CoraError EMBEDDER where the file is missing, cut short or of another format */
export function readBuiltinModel(path?: string): BuiltinModel {
  const bytes =
    path === undefined
      ? readFirst(PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))))
      : readFirst([path]);
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) throw damaged();
  const dimensions = bytes.readUInt32LE(8);
  const size = bytes.readUInt32LE(12);
  const tfs = bytes.readUInt32LE(16);
  const vocabularyBytes = bytes.readUInt32LE(20);
  const costBytes = Math.ceil((2 * size) / 8) * 8;
  if (bytes.length !== HEADER_BYTES + 8 * tfs + 8 * size + costBytes + vocabularyBytes + size * dimensions)
    throw damaged();

  // Views need aligned offsets; a large read has an array buffer of its own, but nothing promises that.
  const { buffer, byteOffset } = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
  let at = byteOffset + HEADER_BYTES;
  const next = (length: number) => {
    at += length;
    return at - length;
  };
  const tfWeights = new Float64Array(buffer, next(8 * tfs), tfs);
  const query = new Float32Array(buffer, next(4 * size), size);
  const document = new Float32Array(buffer, next(4 * size), size);
  const costs = new Uint16Array(buffer, next(costBytes), size);
  const vocabulary = new BuiltinVocabulary(new Uint8Array(buffer, next(vocabularyBytes), vocabularyBytes), size);
  const rows = new Int8Array(buffer, at, size * dimensions);
  return {
    dimensions,
    digest: bytes.toString('hex', 24, 32),
    vocabulary,
    costs,
    tfWeights,
    weights: { document, query },
    rows,
  };
}

function readFirst(paths: readonly string[]): Buffer {
  let cause: unknown;
  for (const path of paths) {
    try {
      return readFileSync(path);
    } catch (error) {
      cause = ifAbsent(error)(error);
    }
  }
  throw new CoraError('EMBEDDER', 'The weights of the built-in embedder are missing.', { hint: HINT, cause });
}

function damaged(): CoraError {
  return new CoraError('EMBEDDER', 'The weights of the built-in embedder are damaged or of another version.', {
    hint: HINT,
  });
}

const HINT = 'install Cora again, or choose another embedder with --embedder';
