/**
 * Takes the segment of an attested index as it is: nothing of it is decoded but a sample, which
 * must be what this clone's own files give. Somebody else vouches for the rest.
 */

import { randomInt } from 'node:crypto';
import { CoraError } from '../../base/errors.ts';
import type { BlobKey, Embedder, Progress } from '../../base/types.ts';
import { replaceFile } from '../../disk/replaceFile.ts';
import { type ListedSegment, segmentFile } from '../../engine/searchFile.ts';
import type { SegmentReader } from '../../engine/segment.ts';
import { SegmentRows } from '../../engine/segmentRows.ts';
import { openBlobReader } from '../../git/openBlobReader.ts';
import { blobSizes } from '../../git/readBlobs.ts';
import type { Repository } from '../../git/repository.ts';
import { statisticsOfSegment } from '../../view/segmentStatistics.ts';
import { COUNTED_COLUMNS, type ViewStatistics } from '../../view/statistics.ts';
import type { ArtifactBlob } from '../artifact/blocks.ts';
import { inArtifact, type PackedArtifact } from '../artifact/packedArtifact.ts';
import { readSpan } from '../artifact/packedRows.ts';
import { checkDigest } from '../artifact/readArtifact.ts';
import { RowSampler } from './checkBlock.ts';
import { checkVectors, type Staged } from './stageRows.ts';
import { type ChunkContent, verifyWhole } from './verifyBlob.ts';

export interface TakeRequest {
  packed: PackedArtifact;
  repository: Repository;
  known: ReadonlySet<BlobKey>;
  /** An empty folder, for the segment. */
  dir: string;
  /** Decides about names that hold other words than the text. */
  chunk: ChunkContent;
  embedder: Embedder;
  onProgress(progress: Progress): void;
  signal?: AbortSignal | undefined;
}

/** The number of blobs that are checked in full. One word of each is looked up. */
const SAMPLE = 64;

/**
 * Takes a file that somebody vouches for.
 * @throws CoraError BAD_ARTIFACT for a sample amiss, ABORTED
 */
export async function takeAttested(request: TakeRequest): Promise<Staged> {
  const { packed, known, dir, repository, signal, onProgress } = request;
  const { segment, manifest } = packed;
  const { blobs, rows } = segment.header;
  checkDigest(packed, packed.view.totals);
  const isKnown = Array.from({ length: blobs }, (_, blob) => known.has(segment.blobKey(blob)));
  const name = manifest.segment!;
  // Most of the writing happens in other threads, in a folder where nobody looks yet.
  const written = isKnown.includes(false)
    ? inArtifact(() => replaceFile(segmentFile(dir, name), segment.pieces()))
    : Promise.resolve();
  // It is awaited below; until then its failure must not end the process.
  written.catch(() => undefined);
  try {
    const names = isKnown.map((_, blob) => segment.shaOf(blob));
    const present = await blobSizes(repository, names, signal);
    if (signal?.aborted) throw new CoraError('ABORTED', 'Stopped. Nothing was added to the index.');
    const taken: number[] = [];
    const gone: number[] = [];
    for (let blob = 0; blob < blobs; blob++) (isKnown[blob]! || !present.has(names[blob]!) ? gone : taken).push(blob);
    const had = isKnown.filter(Boolean).length;
    const listed: ListedSegment = { name, rows, blobs, bytes: segment.size, gone };
    await checkSample(request, sampleOf(taken));
    onProgress({ phase: 'check', done: blobs, total: blobs, chunks: rows });
    const statistics = await inArtifact(() => countTaken(packed, gone));
    const rowCounts = new Map(taken.map((blob) => [segment.blobKey(blob), rowsIn(segment, blob)]));
    await written;
    return {
      ...{ statistics, rowCounts, rows: statistics.chunks },
      ...{ segments: taken.length > 0 ? [listed] : [], known: had, absent: gone.length - had, refused: [] },
    };
  } catch (error) {
    // Nobody may remove the folder while something is written into it.
    await written.catch(() => undefined);
    throw error;
  }
}

/** Counts the rows of all blobs but those that are gone. */
async function countTaken({ segment, view }: PackedArtifact, gone: readonly number[]): Promise<ViewStatistics> {
  const statistics = await statisticsOfSegment(view.totals, segment);
  if (gone.length === 0) return statistics;
  const rows = await SegmentRows.of(segment);
  const keys = gone.map((blob) => segment.blobKey(blob));
  for await (const blob of rows.rowsByBlob(keys, COUNTED_COLUMNS)) for (const row of blob.rows) statistics.remove(row);
  return statistics;
}

function rowsIn({ names }: SegmentReader, blob: number): number {
  const [from, to] = names.rowsOf(blob);
  return to - from;
}

/** @returns a random sample of them */
function sampleOf(blobs: readonly number[]): number[] {
  const left = [...blobs];
  const chosen: number[] = [];
  while (chosen.length < SAMPLE && left.length > 0) {
    const at = randomInt(left.length);
    chosen.push(left[at]!);
    left[at] = left.at(-1)!;
    left.pop();
  }
  return chosen.sort((a, b) => a - b);
}

/**
 * Checks the sample. One blob that differs refuses all: what was attested was not built from this
 * commit.
 */
async function checkSample(
  { packed, repository, chunk, embedder }: TakeRequest,
  sample: readonly number[],
): Promise<void> {
  const offered: ArtifactBlob[] = [];
  for (const blob of sample) offered.push(...(await readSpan(packed, { from: blob, to: blob + 1 })));
  if (offered.length === 0) return;
  const reader = openBlobReader(repository, 0);
  const sampler = new RowSampler();
  try {
    const contents = await reader.read(offered.map(({ blob }) => blob));
    for (const blob of offered) {
      const result = await verifyWhole(blob, contents.get(blob.blob)!, chunk);
      if ('refused' in result) throw unlike(packed, blob.blob, result.refused);
      for (const row of result.rows) sampler.offer(row);
    }
  } finally {
    reader.close();
  }
  await checkVectors(embedder, sampler.samples);
  await checkWords(packed, sample);
}

/** The words of a text must find it: one of each blob is looked up as a question would. */
async function checkWords(packed: PackedArtifact, sample: readonly number[]): Promise<void> {
  const { segment } = packed;
  const wanted: { blob: number; row: number; term: string; count: number }[] = [];
  for (const blob of sample) {
    const [from, to] = segment.names.rowsOf(blob);
    const row = from + randomInt(to - from);
    const [found] = await inArtifact(() => segment.columns([row], ['searchText']));
    const words = (found!.searchText as string).split(' ').filter((word) => word !== '');
    if (words.length === 0) continue;
    const term = words[randomInt(words.length)]!;
    wanted.push({ blob, row, term, count: words.filter((word) => word === term).length });
  }
  const terms = [...new Set(wanted.map(({ term }) => term))];
  const places = await inArtifact(() => segment.rowsOf(terms));
  for (const { blob, row, term, count } of wanted) {
    const found = places[terms.indexOf(term)] ?? null;
    const at = found === null ? -1 : found.rows.indexOf(row);
    if (at === -1 || found!.counts[at] !== count) throw unlike(packed, segment.shaOf(blob), 'its words do not find it');
  }
}

function unlike({ view }: PackedArtifact, blob: string, why: string): CoraError {
  const { path } = view.files.find((file) => file.blob === blob)!;
  const message = `what it says of ${path} does not fit this clone (${why}), though it is attested`;
  return new CoraError('BAD_ARTIFACT', message, {
    hint: 'tell whoever builds it; without --signer every file is checked, and those that do not fit are indexed here',
  });
}
