/**
 * One block of offered rows, held against the caller's blobs: what fits is counted, and goes into a
 * segment of the search file together with what fits of other blocks. It runs in any thread.
 */

import { randomInt } from 'node:crypto';
import { blobKeyOf, embedTextOf } from '../../base/identity.ts';
import type { BlobKey, ChunkRow } from '../../base/types.ts';
import { type BuiltSegment, builtSegment, byPlace } from '../../engine/joinSegments.ts';
import { SegmentBuilder } from '../../engine/segmentBuilder.ts';
import { type Counts, digestOfRow, RowsDigest, ViewStatistics } from '../../view/statistics.ts';
import {
  type ArtifactBlob,
  type BlockForm,
  type DecodedBlock,
  decodeBlock,
  type RawBlock,
} from '../artifact/blocks.ts';
import type { PackedArtifact } from '../artifact/packedArtifact.ts';
import { type BlobSpan, readSpan } from '../artifact/packedRows.ts';
import { type ChunkContent, joinVectors, type Verified, verifyBlob } from './verifyBlob.ts';

/** A block as it was packed, or as rows that something else has looked at already. */
export type OfferedBlock = RawBlock | BlobSpan | ArtifactBlob[];

export interface BlockContext {
  form: BlockForm;
  /** Blobs whose rows the store has. */
  known: ReadonlySet<BlobKey>;
}

/** Tells where the caller's own contents come from. */
export interface Contents {
  /** Reads those that are in the repository. */
  read(blobs: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  /** For an artifact without text. */
  chunk: ChunkContent;
  /** Opens one of version 2, which was checked. */
  artifact(file: string): Promise<PackedArtifact>;
}

export interface CheckedBlob {
  blob: string;
  language: string;
  /** The number of rows that were offered. */
  rows: number;
  outcome: 'known' | 'absent' | { chunkIds: string[] } | Refused;
}

interface Refused {
  refused: string;
  /** The things that a parser needs, where it can say more. */
  doubt?: { blob: ArtifactBlob; content: Uint8Array };
}

export interface CheckedBlock {
  /** In the order in which they were offered. */
  blobs: CheckedBlob[];
  /** The sum of all offered rows. */
  sum: Pick<Counts, 'chunks' | 'rowsDigest'>;
  /** The counts of those that fit, as all below. */
  counts: Counts;
  /** Made of these rows and of earlier ones, where enough have come. */
  segments: BuiltSegment[];
  samples: Sample[];
}

/** Rows of a segment that a pull makes: in memory, a row takes about 1.5 kB meanwhile. */
const ROWS_TOGETHER = 25_000;

/** Makes segments of rows that fit, of many blocks: few large ones, which nobody has to join. */
export class SegmentGatherer {
  readonly #dimensions: number;
  #builder: SegmentBuilder;

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#builder = new SegmentBuilder(dimensions);
  }

  /** @param rows those of one blob */
  add(rows: readonly ChunkRow[]): void {
    this.#builder.add(rows.toSorted(byPlace));
  }

  /** Returns a segment where enough rows have come. */
  takeFull(): BuiltSegment[] {
    return this.#builder.rows < ROWS_TOGETHER ? [] : this.takeRest();
  }

  takeRest(): BuiltSegment[] {
    const builder = this.#builder;
    if (builder.rows === 0) return [];
    this.#builder = new SegmentBuilder(this.#dimensions);
    return [builtSegment(builder)];
  }
}

/** @throws CoraError BAD_ARTIFACT for what rows cannot be, GIT */
export async function checkBlock(
  offered: OfferedBlock,
  { form, known }: BlockContext,
  contents: Contents,
  gatherer: SegmentGatherer,
): Promise<CheckedBlock> {
  const block = await decoded(offered, form, contents);
  const wanted = block.heads.filter((head) => !known.has(blobKeyOf(head)));
  const bytes = await contents.read(wanted.map(({ blob }) => blob));
  const sum = new RowsDigest();
  const statistics = new ViewStatistics(form.dimensions);
  const sampler = new RowSampler();
  const blobs: CheckedBlob[] = [];
  for await (const { blob, result } of verified(block, { form, known }, bytes, contents)) {
    const digests = new Map(blob.rows.map((row) => [row.chunkId, digestOfRow(row)]));
    for (const row of blob.rows) sum.add(row, digests.get(row.chunkId));
    const about = { blob: blob.blob, language: blob.language, rows: blob.rows.length };
    if (typeof result === 'string' || 'refused' in result) {
      blobs.push({ ...about, outcome: typeof result === 'string' ? result : refusedWith(result, blob) });
      continue;
    }
    for (const row of result.rows) {
      statistics.add(row, digests.get(row.chunkId));
      sampler.offer(row);
    }
    gatherer.add(result.rows);
    blobs.push({ ...about, outcome: { chunkIds: result.rows.map(({ chunkId }) => chunkId) } });
  }
  const { chunks, rowsDigest } = sum;
  const { samples } = sampler;
  const segments = gatherer.takeFull();
  return { blobs, sum: { chunks, rowsDigest }, counts: statistics.counts(), segments, samples };
}

/** With copies: they leave the thread, and would take along what they are a part of. */
export function refusedWith(
  { refused, content }: { refused: string; content?: Uint8Array },
  blob: ArtifactBlob,
): Refused {
  if (content === undefined) return { refused };
  const rows = blob.rows.map((row) => ({ ...row, vector: row.vector.slice() }));
  return { refused, doubt: { blob: { ...blob, rows }, content: Uint8Array.from(content) } };
}

async function decoded(offered: OfferedBlock, form: BlockForm, { artifact }: Contents): Promise<DecodedBlock> {
  if (Array.isArray(offered)) return decodedAlready(offered);
  return 'file' in offered
    ? decodedAlready(await readSpan(await artifact(offered.file), offered))
    : decodeBlock(offered, form);
}

function decodedAlready(blobs: readonly ArtifactBlob[]): DecodedBlock {
  return {
    heads: blobs.map(({ blob, language, rows }) => ({ blob, language, rows: rows.length })),
    *blobs() {
      yield* blobs;
    },
  };
}

interface CheckedRows {
  blob: ArtifactBlob;
  result: Verified | 'known' | 'absent';
}

/**
 * One after the other, so that few rows are alive at a time; where they are parsed, side by side.
 */
async function* verified(
  { blobs }: DecodedBlock,
  { form, known }: BlockContext,
  contents: ReadonlyMap<string, Uint8Array>,
  { chunk }: Pick<Contents, 'chunk'>,
): AsyncGenerator<CheckedRows> {
  const verify = (blob: ArtifactBlob): CheckedRows['result'] | Promise<CheckedRows['result']> => {
    if (known.has(blobKeyOf(blob))) return 'known';
    const bytes = contents.get(blob.blob);
    if (bytes === undefined) return 'absent';
    return form.text ? verifyBlob(blob, bytes) : joinVectors(blob, bytes, chunk);
  };
  if (form.text) {
    for (const blob of blobs()) yield { blob, result: await verify(blob) };
    return;
  }
  yield* await Promise.all([...blobs()].map(async (blob) => ({ blob, result: await verify(blob) })));
}

// Rows drawn by chance, each as likely as any other: of several blocks, each draws its own, and the
// smallest numbers of all win.

export interface Sample {
  /** Drawn; nobody can foresee it. */
  lot: number;
  /** The text that is embedded. */
  text: string;
  vector: Float32Array;
}

const SAMPLE = 64;
/** The largest range that Node draws from. */
const LOTS = 2 ** 48 - 1;

export class RowSampler {
  samples: Sample[] = [];
  /** Larger lots are none of the smallest any more. */
  most: number;

  /** @param most as it was after earlier rows, which somebody else keeps */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.most = most;
  }

  offer(row: ChunkRow): void {
    this.offerText(row.vector, () => embedTextOf(row));
  }

  /** @param textOf makes the text that is embedded */
  offerText(vector: Float32Array, textOf: () => string): void {
    const lot = randomInt(LOTS);
    if (lot >= this.most) return;
    // A copy: it must not keep the block that it is a part of.
    this.take([{ lot, text: textOf(), vector: vector.slice() }]);
  }

  /** Those of other rows. */
  take(samples: readonly Sample[]): void {
    this.samples = [...this.samples, ...samples].sort((a, b) => a.lot - b.lot).slice(0, SAMPLE);
    if (this.samples.length === SAMPLE) this.most = this.samples.at(-1)!.lot;
  }
}
