/**
 * The chunks of all files in one order. Vendored copies, generated twins: of chunks that say the same, the best is ranked,
 * and the others stand beside it. Pure.
 */

import type { RetrievedChunk } from '../retrieve.ts';
import type { ShownText } from '../show/placeChunk.ts';
import type { Likeness } from './alike.ts';
import type { FusedFile } from './fuse.ts';
import type { Feature } from './weights.ts';

export interface Selected {
  chunk: RetrievedChunk;
  score: number;
  /** The score of the ranking, where a reranker's took its place. */
  fused?: number;
  /** Of its file, before weights. */
  features: Record<Feature, number>;
  /** Chunks that say the same, ranked below it. */
  alike?: RetrievedChunk[];
  /** Asked for by name, not found: whole files and declarations, which are no chunks. */
  included?: ShownText;
}

/** What each further chunk of a file loses, and how much its distance to the file's best one costs. */
const DECAY = 0.6;
const GAP = 0.5;

/** Jaccard of their words. No set of the benchmarks loses by folding at 1, .95 or .9; at .8 one does. */
export const NEARLY_THE_SAME = 0.9;
/** These many of the best are compared with each other, however many are asked for. */
export const COMPARED = 200;
/** Chunks of a file that are looked at to tell a copied file from one that shares a chunk. */
const MOST_OF_A_FILE = 8;

/** A file that is being read from its best chunk down. */
interface Reading {
  file: FusedFile;
  /** The next chunk. */
  at: number;
  /** Chunks of it that count as shown. */
  shown: number;
  /** Of the next chunk. */
  score: number;
}

/**
 * @param limit files that are read to, where there are that many; it only says where to stop
 * @returns by score, then path in code units, then line, at least COMPARED where there are that many; `more`: whether chunks
 * are left
 */
export function rankChunks(
  files: readonly FusedFile[],
  likeness: Likeness,
  limit: number,
): { ranked: Selected[]; more: boolean } {
  const readings = files.map((file): Reading => ({ file, at: 0, shown: 0, score: file.score }));
  const ranked: Selected[] = [];
  const ofFile = new Map<string, FusedFile>();
  while (readings.length > 0 && (ranked.length < COMPARED || ofFile.size < limit)) {
    const reading = bestOf(readings);
    const { file, score } = reading;
    const { chunk } = file.chunks[reading.at]!;
    const isCompared = ranked.length < COMPARED;
    const twin = isCompared
      ? ranked.find((one) => likeness.isAlike(one.chunk.row, chunk.row, NEARLY_THE_SAME))
      : undefined;
    if (twin === undefined) {
      ranked.push({ chunk, score, features: file.features });
      ofFile.set(chunk.path, file);
      goOn(reading, true);
    } else {
      twin.alike = [...(twin.alike ?? []), chunk];
      goOn(reading, isCopied(reading, ofFile.get(twin.chunk.path)!, likeness));
    }
    if (reading.at === file.chunks.length) readings.splice(readings.indexOf(reading), 1);
  }
  return { ranked, more: readings.length > 0 };
}

function bestOf(readings: readonly Reading[]): Reading {
  return readings.reduce((best, one) => (comesFirst(one, best) ? one : best));
}

function comesFirst(a: Reading, b: Reading): boolean {
  if (a.score !== b.score) return a.score > b.score;
  // Chunks of one file are in their order already.
  return a.file.path < b.file.path;
}

/** Of a copied file the rest is a copy too; one that shares only this chunk begins with its next. */
function isCopied({ file, at, shown }: Reading, other: FusedFile, likeness: Likeness): boolean {
  const next = file.chunks[at + 1]?.chunk.row;
  if (shown > 0 || next === undefined) return true;
  return other.chunks.slice(0, MOST_OF_A_FILE).some(({ chunk }) => likeness.isAlike(chunk.row, next, NEARLY_THE_SAME));
}

function goOn(reading: Reading, counts: boolean): void {
  const { file } = reading;
  reading.at += 1;
  if (counts) reading.shown += 1;
  const next = file.chunks[reading.at];
  if (next !== undefined) reading.score = file.score - DECAY * reading.shown - GAP * (file.chunks[0]!.own - next.own);
}
