/**
 * One block of offered rows, held against the caller's blobs: what fits is counted, and goes into a
 * segment of the search file together with what fits of other blocks. It runs in any thread.
 */

import { randomInt } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isCoraError } from '../../base/errors.ts';
import { blobKeyOf, embedTextOf } from '../../base/identity.ts';
import type { BlobKey, ChunkRow } from '../../base/types.ts';
import { type BuiltSegment, builtSegment, byPlace } from '../../engine/joinSegments.ts';
import { SegmentBuilder } from '../../engine/segmentBuilder.ts';
import { type Counts, digestOfRow, RowsDigest, TotalsOfRows, ViewStatistics } from '../../view/statistics.ts';
import type { ArtifactBlob, BlockForm } from '../artifact/blocks.ts';
import { inArtifact, type PackedArtifact } from '../artifact/packedArtifact.ts';
import { type BlobSpan, readSpan } from '../artifact/packedRows.ts';
import { ByteProof, type ProvenRow } from './byteProof.ts';
import { SegmentProof, type Unproven } from './segmentProof.ts';
import { type ChunkContent, joinVectors, type Verified, verifyWhole } from './verifyBlob.ts';

/** Blobs to check: a span of those in an artifact, or blobs with their rows. */
export type OfferedBlock = FileSpan | ArtifactBlob[];

interface FileSpan extends BlobSpan {
  /** The artifact. */
  file: string;
}

export interface BlockContext {
  form: BlockForm;
  /** Blobs whose rows the store has. */
  known: ReadonlySet<BlobKey>;
}

/** Tells where the caller's own contents come from. */
export interface Contents {
  /** Reads the blobs that are in the repository. */
  read(blobs: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  /** For an artifact without text, and for names that hold other words than the text. */
  chunk: ChunkContent;
  /** Opens an artifact that was checked. */
  artifact(file: string): Promise<PackedArtifact>;
}

export interface CheckedBlob {
  blob: string;
  language: string;
  /** The number of rows that were offered. */
  rows: number;
  outcome: 'fits' | 'known' | 'absent' | { refused: string };
}

export interface CheckedBlock {
  /** In the order in which they were offered. */
  blobs: CheckedBlob[];
  /** The sum of all offered rows. */
  sum: Pick<Counts, 'chunks' | 'rowsDigest'>;
  /** The counts of the rows that fit. All fields below are about these rows. */
  counts: Counts;
  /** Segments of these rows and of earlier ones, where enough have come. */
  segments: BuiltSegment[];
  samples: Sample[];
}

/** Rows of a segment that a pull makes: in memory, a row takes about 1.5 kB meanwhile. */
const ROWS_TOGETHER = 25_000;

/** Makes segments of rows that fit, of many blocks: few large ones, which nobody has to join. */
class SegmentGatherer {
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
async function checkBlock(
  offered: OfferedBlock,
  { form, known }: BlockContext,
  contents: Contents,
  gatherer: SegmentGatherer,
): Promise<CheckedBlock> {
  const block = Array.isArray(offered) ? offered : await readSpan(await contents.artifact(offered.file), offered);
  const wanted = block.filter((blob) => !known.has(blobKeyOf(blob)));
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
      blobs.push({ ...about, outcome: typeof result === 'string' ? result : { refused: result.refused } });
      continue;
    }
    for (const row of result.rows) {
      statistics.add(row, digests.get(row.chunkId));
      sampler.offer(row);
    }
    gatherer.add(result.rows);
    blobs.push({ ...about, outcome: 'fits' });
  }
  const { chunks, rowsDigest } = sum;
  const { samples } = sampler;
  const segments = gatherer.takeFull();
  return { blobs, sum: { chunks, rowsDigest }, counts: statistics.counts(), segments, samples };
}

interface CheckedRows {
  blob: ArtifactBlob;
  result: Verified | 'known' | 'absent';
}

/**
 * Verifies blobs one after the other, so that few rows live at a time; side by side where they are
 * parsed.
 */
async function* verified(
  blobs: readonly ArtifactBlob[],
  { form, known }: BlockContext,
  contents: ReadonlyMap<string, Uint8Array>,
  { chunk }: Pick<Contents, 'chunk'>,
): AsyncGenerator<CheckedRows> {
  const verify = (blob: ArtifactBlob): CheckedRows['result'] | Promise<CheckedRows['result']> => {
    if (known.has(blobKeyOf(blob))) return 'known';
    const bytes = contents.get(blob.blob);
    if (bytes === undefined) return 'absent';
    return form.text ? verifyWhole(blob, bytes, chunk) : joinVectors(blob, bytes, chunk);
  };
  if (form.text) {
    for (const blob of blobs) yield { blob, result: await verify(blob) };
    return;
  }
  yield* await Promise.all(blobs.map(async (blob) => ({ blob, result: await verify(blob) })));
}

// Draws a sample of rows by chance, each as likely as any other. Each row gets a random lot, and of
// all blocks the rows with the smallest lots win.

export interface Sample {
  /** A random number that nobody can foresee. */
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
  /** Only lots below this one can still win. */
  most: number;

  /** @param most of a sampler before, whose samples somebody else keeps */
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

  /** Takes samples that were drawn from other rows. */
  take(samples: readonly Sample[]): void {
    this.samples = [...this.samples, ...samples].sort((a, b) => a.lot - b.lot).slice(0, SAMPLE);
    if (this.samples.length === SAMPLE) this.most = this.samples.at(-1)!.lot;
  }
}

// Checks neighbouring blobs of a segment that is to be taken as it is: their rows against the
// caller's blobs, and the segment's tables against the rows. This runs in any thread.

/** Checks blocks one after the other, and keeps what fits. */
export interface RowKeeper {
  check(block: OfferedBlock): Promise<CheckedBlock>;
  /** From here on blocks are spans of this segment, which is to be taken as it is. */
  prove(unproven: Unproven): void;
  /** Returns segments of the rows that fitted and are in none yet. */
  rest(): BuiltSegment[];
  close(): void;
}

/**
 * The most blobs with text that one thread has parsed. In an honest index they are one in ten
 * thousand: whoever offers more is not worth the time.
 */
const MOST_PARSED = 1000;

export function createRowKeeper(context: BlockContext, { chunk, ...others }: Contents): RowKeeper {
  const gatherer = new SegmentGatherer(context.form.dimensions);
  let opening: Promise<Prover> | null = null;
  let parsed = 0;
  const chunkFew: ChunkContent = async (bytes, language) => {
    if (++parsed > MOST_PARSED) throw new Error('too many blobs are in doubt');
    return chunk(bytes, language);
  };
  const contents = { ...others, chunk: context.form.text ? chunkFew : chunk };
  return {
    check: async (block) =>
      opening === null
        ? checkBlock(block, context, contents, gatherer)
        : checkSpan(block as BlobSpan, context, contents, await opening),
    prove: (unproven) => {
      opening = inArtifact(() => openProver(unproven));
      // It is awaited by the first check.
      opening.catch(() => undefined);
    },
    rest: () => gatherer.takeRest(),
    close: () => {
      opening?.then(({ proof }) => proof.segment.close()).catch(() => undefined);
    },
  };
}

async function openProver(unproven: Unproven): Promise<Prover> {
  const proof = await SegmentProof.open(unproven);
  return { proof, bytes: new ByteProof(proof), mostLot: Number.POSITIVE_INFINITY };
}

interface Prover {
  proof: SegmentProof;
  bytes: ByteProof;
  /** The bound of the sampler of all rows so far: see RowSampler. */
  mostLot: number;
}

/** @throws CoraError BAD_ARTIFACT for what rows cannot be, GIT */
async function checkSpan(
  { from, to }: BlobSpan,
  { form, known }: BlockContext,
  { read, chunk }: Pick<Contents, 'read' | 'chunk'>,
  prover: Prover,
): Promise<CheckedBlock> {
  const { proof, bytes } = prover;
  const { segment } = proof;
  const isKnown = Array.from({ length: to - from }, (_, at) => known.has(segment.blobKey(from + at)));
  const wanted = isKnown.map((is, at) => (is ? null : segment.shaOf(from + at)));
  const [first] = segment.names.rowsOf(from);
  const rows = await inArtifact(() => segment.rowBytes(first, segment.names.rowsOf(to - 1)[1]));
  const sum = new RowsDigest();
  const totals = new TotalsOfRows(form.dimensions);
  const sampler = new RowSampler(prover.mostLot);
  const blobs: CheckedBlob[] = [];
  const vector = new Float32Array(form.dimensions);
  const fits = (blob: number, fitting: readonly (ProvenRow | ChunkRow)[]): void => {
    const [begin] = segment.names.rowsOf(blob);
    for (let at = 0; at < fitting.length; at++) {
      const row = fitting[at]!;
      if ('embedText' in row) {
        const own = proof.vectors.at(begin + at, vector);
        totals.add({ chunkId: row.chunkId, contentHash: row.contentHash, vector: own });
        totals.addWords(row);
        sampler.offerText(own, row.embedText);
      } else {
        totals.add(row);
        totals.addWords({ tokens: row.tokens, words: row.searchText.split(' ').length });
        sampler.offer(row);
      }
    }
    blobs.push({ ...about(blob), outcome: 'fits' });
  };
  const about = (blob: number) => {
    const [begin, end] = segment.names.rowsOf(blob);
    return { blob: segment.shaOf(blob), language: segment.languageOf(blob), rows: end - begin };
  };
  let blob = from - 1;
  for await (const content of readAhead(wanted, read)) {
    blob += 1;
    const [begin, end] = segment.names.rowsOf(blob);
    const proven =
      content === undefined
        ? null
        : proveIfWhole(() => bytes.prove(blob, rows.slice(begin - first, end - first), content));
    if (proven !== null) {
      fits(blob, proven);
      continue;
    }
    const [offered] = await readSpan({ segment, manifest: { text: true } }, { from: blob, to: blob + 1 });
    const result = content === undefined ? null : await provenRows(offered!, content, chunk, proof);
    if (result !== null && 'rows' in result) fits(blob, result.rows);
    else {
      for (const row of offered!.rows) sum.add(row);
      blobs.push({
        ...about(blob),
        outcome: result === null ? (isKnown[blob - from] ? 'known' : 'absent') : { refused: result.refused },
      });
    }
  }
  prover.mostLot = sampler.most;
  const counted = { ...totals, hashes: new Uint32Array(0), counts: new Uint32Array(0) };
  sum.addSum(counted);
  const { chunks, rowsDigest } = sum;
  return { blobs, sum: { chunks, rowsDigest }, counts: counted, segments: [], samples: sampler.samples };
}

/** Blobs that are asked for together: about as much as waits between git and this process. */
const READ_TOGETHER = 16;

/** Yields one content after the other, while git reads on. @param wanted null: need not be read */
export async function* readAhead(
  wanted: readonly (string | null)[],
  read: Contents['read'],
): AsyncGenerator<Uint8Array | undefined> {
  const reading = (from: number): ReturnType<Contents['read']> => {
    const contents = read(wanted.slice(from, from + READ_TOGETHER).filter((sha) => sha !== null));
    // It is awaited below, unless an earlier one fails.
    contents.catch(() => undefined);
    return contents;
  };
  let next = reading(0);
  for (let from = 0; from < wanted.length; from += READ_TOGETHER) {
    const contents = await next;
    next = reading(from + READ_TOGETHER);
    // Git is asked before this thread is busy.
    await nextTurn();
    for (const sha of wanted.slice(from, from + READ_TOGETHER)) yield sha === null ? undefined : contents.get(sha);
  }
}

/** Returns null for bytes that cannot be read: the slower check says what is wrong with them. */
function proveIfWhole(prove: () => ProvenRow[] | null): ProvenRow[] | null {
  try {
    return prove();
  } catch (error) {
    if (isCoraError(error)) return null;
    throw error;
  }
}

async function provenRows(
  offered: ArtifactBlob,
  content: Uint8Array,
  chunk: ChunkContent,
  proof: SegmentProof,
): Promise<Verified> {
  const result = await verifyWhole(offered, content, chunk);
  if ('refused' in result) return result;
  if (result.rows.some(({ redacted }, at) => redacted !== offered.rows[at]!.chunk!.redacted))
    return { refused: 'it names other secrets' };
  const complaint = proof.complaint(result.rows);
  return complaint === null ? result : { refused: complaint };
}
