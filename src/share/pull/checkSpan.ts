/**
 * Neighbouring blobs of a segment that is to be taken as it is: their rows are held against the
 * caller's blobs, and what the segment's tables say of them against the rows. It runs in any
 * thread.
 */

import { isCoraError } from '../../base/errors.ts';
import type { ChunkRow } from '../../base/types.ts';
import type { BuiltSegment } from '../../engine/joinSegments.ts';
import { RowsDigest, TotalsOfRows } from '../../view/statistics.ts';
import type { ArtifactBlob } from '../artifact/blocks.ts';
import { inArtifact } from '../artifact/packedArtifact.ts';
import { type BlobSpan, readSpan } from '../artifact/packedRows.ts';
import { ByteProof, type ProvenRow } from './byteProof.ts';
import {
  type BlockContext,
  type CheckedBlob,
  type CheckedBlock,
  type Contents,
  checkBlock,
  type OfferedBlock,
  RowSampler,
  refusedWith,
  SegmentGatherer,
} from './checkBlock.ts';
import { SegmentProof, type Unproven } from './segmentProof.ts';
import { verifyBlob } from './verifyBlob.ts';

/** Checks blocks one after the other, and keeps what fits. */
export interface RowKeeper {
  check(block: OfferedBlock, contents: Contents): Promise<CheckedBlock>;
  /** From here on blocks are spans of this segment, which is to be taken as it is. */
  prove(unproven: Unproven): void;
  /** Takes rows of one blob that were in doubt. @returns why not; null where it took them */
  keep(rows: readonly ChunkRow[]): Promise<string | null>;
  /** Returns segments of the rows that fitted and are in none yet. */
  rest(): BuiltSegment[];
  close(): void;
}

export function createRowKeeper(context: BlockContext): RowKeeper {
  const gatherer = new SegmentGatherer(context.form.dimensions);
  let opening: Promise<Prover> | null = null;
  return {
    check: async (block, contents) =>
      opening === null
        ? checkBlock(block, context, contents, gatherer)
        : checkSpan(block as BlobSpan, context, contents, await opening),
    prove: (unproven) => {
      opening = inArtifact(() => openProver(unproven));
      // It is awaited by the first check.
      opening.catch(() => undefined);
    },
    keep: async (rows) => {
      if (opening !== null) return (await opening).proof.complaint(rows);
      gatherer.add(rows);
      return null;
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
  /** Larger lots win no more, see RowSampler. */
  mostLot: number;
}

/** @throws CoraError BAD_ARTIFACT for what rows cannot be, GIT */
async function checkSpan(
  { from, to }: Pick<BlobSpan, 'from' | 'to'>,
  { form, known }: BlockContext,
  { read }: Pick<Contents, 'read'>,
  prover: Prover,
): Promise<CheckedBlock> {
  const { proof, bytes } = prover;
  const { segment } = proof;
  const numbers = Array.from({ length: to - from }, (_, at) => from + at);
  const wanted = numbers.filter((blob) => !known.has(segment.blobKey(blob)));
  const contents = await read(wanted.map((blob) => segment.shaOf(blob)));
  const [first] = segment.names.rowsOf(from);
  const rows = await inArtifact(() => segment.rowBytes(first, segment.names.rowsOf(to - 1)[1]));
  const sum = new RowsDigest();
  const totals = new TotalsOfRows(form.dimensions);
  const sampler = new RowSampler(prover.mostLot);
  const blobs: CheckedBlob[] = [];
  const vector = new Float32Array(form.dimensions);
  const fits = (blob: number, fitting: readonly (ProvenRow | ChunkRow)[]): void => {
    const [begin] = segment.names.rowsOf(blob);
    for (const [at, row] of fitting.entries()) {
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
    blobs.push({ ...about(blob), outcome: { chunkIds: fitting.map(({ chunkId }) => chunkId) } });
  };
  const about = (blob: number) => {
    const [begin, end] = segment.names.rowsOf(blob);
    return { blob: segment.shaOf(blob), language: segment.languageOf(blob), rows: end - begin };
  };
  for (const blob of numbers) {
    const isKnown = known.has(segment.blobKey(blob));
    const content = isKnown ? undefined : contents.get(segment.shaOf(blob));
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
    const result = content === undefined ? null : provenRows(offered!, content, proof);
    if (result !== null && 'rows' in result) fits(blob, result.rows);
    else {
      for (const row of offered!.rows) sum.add(row);
      blobs.push({
        ...about(blob),
        outcome: result === null ? (isKnown ? 'known' : 'absent') : refusedWith(result, offered!),
      });
    }
  }
  prover.mostLot = sampler.most;
  const counted = { ...totals.totals(), hashes: new Uint32Array(0), counts: new Uint32Array(0) };
  sum.addSum(counted);
  const { chunks, rowsDigest } = sum;
  return { blobs, sum: { chunks, rowsDigest }, counts: counted, segments: [], samples: sampler.samples };
}

/** Bytes that cannot be read are looked at again by those who say what is wrong with them. */
function proveIfWhole(prove: () => ProvenRow[] | null): ProvenRow[] | null {
  try {
    return prove();
  } catch (error) {
    if (isCoraError(error)) return null;
    throw error;
  }
}

function provenRows(offered: ArtifactBlob, content: Uint8Array, proof: SegmentProof): ReturnType<typeof verifyBlob> {
  const result = verifyBlob(offered, content);
  if ('refused' in result) return result;
  if (result.rows.some(({ redacted }, at) => redacted !== offered.rows[at]!.chunk!.redacted))
    return { refused: 'it names other secrets' };
  const complaint = proof.complaint(result.rows);
  return complaint === null ? result : { refused: complaint };
}
