/** Blocks of an artifact: from bytes to rows, one by one and in any thread, and what all of them together must be. */

import { CoraError } from '../../base/errors.ts';
import { blobKeyOf } from '../../base/identity.ts';
import type { BlobKey } from '../../base/types.ts';
import type { ViewPath } from '../../store/storePort.ts';
import type { Manifest } from './manifest.ts';
import { type DecodedRows, decodeRows, type PackedBlob, type PackedRow } from './rowBlock.ts';
import { decodeVectors, type HalfCodec } from './vectorBlock.ts';

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
export function decodeBlock(raw: RawBlock, { text, dimensions }: BlockForm, halves: HalfCodec): DecodedBlock {
  const { heads, blobs } = decodeRows(raw.rows, text);
  const count = heads.reduce((sum, { rows }) => sum + rows, 0);
  const vectors = decodeVectors(raw.vectors, count, dimensions, halves);
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

/** That the blobs which come are those of the files, each once and in their order. */
export class BlobOrder {
  readonly #wanted: readonly BlobKey[];
  readonly #counts: Manifest['counts'];
  #next = 0;
  #chunks = 0;

  constructor(files: readonly ViewPath[], counts: Manifest['counts']) {
    this.#wanted = blobsInOrder(files);
    this.#counts = counts;
  }

  /** @throws CoraError BAD_ARTIFACT */
  take(blob: { blob: string; language: string }, rows: number): void {
    if (blobKeyOf(blob) !== this.#wanted[this.#next++])
      throw bad('it holds the rows of another blob than the next one of its files');
    this.#chunks += rows;
  }

  /** @throws CoraError BAD_ARTIFACT where some are missing */
  finish(): void {
    const missing = this.#wanted.length - this.#next;
    if (missing > 0) throw bad(`it lacks the rows of ${missing} of its files`);
    if (this.#chunks !== this.#counts.chunks) throw bad('its manifest counts other chunks than it holds');
  }
}

function bad(message: string): CoraError {
  return new CoraError('BAD_ARTIFACT', message);
}
