/**
 * It chooses the chunks that are shown, and their order: by score, one for those that say the same,
 * further ones of a file where they hold up, and unlike ones first where that is asked for
 * (Carbonell, Goldstein: The Use of MMR, 1998). Pure.
 */

import { dot } from '../../base/lists.ts';
import type { IdenticalChunk } from '../../base/searchTypes.ts';
import { areSameWords } from '../../engine/rowWords.ts';
import type { ScoredRow } from '../../view/searchedView.ts';
import type { RetrievedChunk } from '../retrieve.ts';
import type { ShownText } from '../show/placeChunk.ts';
import type { FusedFile } from './fuse.ts';
import type { Feature } from './weights.ts';

/** The files that one repository found, best first. */
export interface FusedFiles {
  /** Its name in results. */
  repository: string;
  files: readonly FusedFile[];
}

export interface Selection {
  /**
   * In their final order: score, then repository, path in code units, line. At most what `limit`
   * results can be made of.
   */
  ranked: Selected[];
  /** True if there are more behind them. */
  more: boolean;
}

export interface SelectOptions {
  /**
   * Results wanted. Lines that a better chunk shows already are shown once, so that some chunks
   * give none.
   */
  limit: number;
  /** The weight of unlikeness to the results before it, 0 to 1; 0 for the order of the scores. */
  diversity: number;
  /** Points that a file's further chunks lose. */
  losses?: Losses;
  /** No score is higher: that of what is ranked before all of these. */
  above?: number;
}

/**
 * Chooses among what all repositories found. The order does not depend on the limit: it says where
 * the order is cut. Chunks whose words are not here are like none but those of exactly the same.
 */
export function select(found: readonly FusedFiles[], options: SelectOptions): Selection {
  const { limit, diversity, losses = LOSSES, above = Number.POSITIVE_INFINITY } = options;
  const all: Selected[] = [];
  /** Behind these there are more of their repository, which may come before those of others. */
  const lasts: Selected[] = [];
  for (const one of found) {
    const { ranked, more } = rankChunks(one, createLikeness(), limit, losses);
    all.push(...ranked);
    if (more) lasts.push(ranked.at(-1)!);
  }
  if (found.length > 1) all.sort(byScore);
  const certain = lasts.length === 0 ? all.length : 1 + Math.min(...lasts.map((last) => all.indexOf(last)));
  const head = all.slice(0, Math.min(certain, COMPARED));
  const best = found.length > 1 ? withoutCopies(head) : head;
  const ordered = [...diversify(best, diversity, createLikeness()), ...all.slice(COMPARED, certain)];
  const end = endOf(ordered, limit);
  const ranked = ordered.slice(0, end).map((one) => (one.score > above ? { ...one, score: above } : one));
  return { ranked, more: lasts.length > 0 || ordered.length > end };
}

/**
 * Selects as `select` does, over rows whose words have to be brought first: those that it asks for.
 */
export async function selectWithWords(found: readonly FusedFiles[], options: SelectOptions): Promise<Selection> {
  for (;;) {
    const selection = select(found, options);
    const lacking = found.flatMap(({ files }) =>
      files.flatMap(({ chunks }) => chunks.flatMap(({ chunk }) => chunk.row.words.bring ?? [])),
    );
    if (lacking.length === 0) return selection;
    await Promise.all(lacking.map((bring) => bring()));
  }
}

function byScore(a: Selected, b: Selected): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.repository !== b.repository) return a.repository < b.repository ? -1 : 1;
  if (a.chunk.path !== b.chunk.path) return a.chunk.path < b.chunk.path ? -1 : 1;
  return a.chunk.row.startLine - b.chunk.row.startLine || a.chunk.row.startByte - b.chunk.row.startByte;
}

/** Copies in several repositories are one result that names the others. */
function withoutCopies(all: readonly Selected[]): Selected[] {
  const likeness = createLikeness();
  const kept: Selected[] = [];
  for (const one of all) {
    const { chunk, repository } = one;
    const twin = kept.find(
      (other) => other.repository !== repository && likeness.isAlike(other.chunk.row, chunk.row, NEARLY_THE_SAME),
    );
    if (twin === undefined) kept.push(one);
    else twin.elsewhere = [...(twin.elsewhere ?? []), { repository, ...identicalTo(twin.chunk, chunk) }];
  }
  return kept;
}

/** @param other what is folded into the first one */
export function identicalTo({ row: own }: RetrievedChunk, { path, row }: RetrievedChunk): IdenticalChunk {
  const { startLine, endLine } = row;
  return { path, startLine, endLine, nearly: !areSameWords(row.words, own.words) };
}

/**
 * The first chunk of a file is always shown: with those of `limit` files there are enough.
 * @returns how many chunks that are
 */
function endOf(ranked: readonly Selected[], limit: number): number {
  const files = new Set<string>();
  const last = ranked.findIndex((one) => files.add(fileOfSelected(one)).size === limit);
  return last === -1 ? ranked.length : last + 1;
}

/** Returns the best score without what a file has for its path alone; at least 0. */
export function bestScore(ranked: readonly Selected[]): number {
  return ranked.reduce((most, { score, bonus = 0 }) => Math.max(most, score - bonus), 0);
}

/** Tells a file from those of the same path in other repositories. */
export function fileOfSelected({ repository, chunk }: Selected): string {
  return `${repository}\0${chunk.path}`;
}

// The best of chunks that say the same is ranked, and the others stand beside it. Pure.

export interface Selected {
  /** Its name in results. */
  repository: string;
  chunk: RetrievedChunk;
  score: number;
  /** The score of the ranking, where a reranker's took its place. */
  fused?: number;
  /** The part of the score that it has because the question names its file by its path. */
  bonus?: number;
  /** The features of its file, before weights. */
  features: Record<Feature, number>;
  /** Chunks that say the same, ranked below it. */
  alike?: RetrievedChunk[];
  /** Identical chunks of other repositories. */
  elsewhere?: IdenticalChunk[];
  /** Asked for by name, not found: whole files and declarations, which are no chunks. */
  included?: ShownText;
}

interface Losses {
  /** How much each further chunk of a file loses. */
  decay: number;
  /** How much its distance to the file's best one costs. */
  gap: number;
}

const LOSSES: Losses = { decay: 0.6, gap: 0.5 };
/** A report is answered with the probable files rather than with many. */
export const REPORT_LOSSES: Losses = { decay: 0.1, gap: 0.2 };
/** So more places have room: shares of the lines of a file's best place, and of its others. */
export const REPORT_LINES = { best: 0.75, further: 0.5 };

/**
 * Jaccard of their words. No set of the benchmarks loses by folding at 1, .95 or .9; at .8 one
 * does.
 */
const NEARLY_THE_SAME = 0.9;
/** These many of the best are compared with each other, however many are asked for. */
const COMPARED = 200;
/** Chunks of a file that are looked at to tell a copied file from one that shares a chunk. */
const MOST_OF_A_FILE = 8;

/** A file that is being read from its best chunk down. */
interface Reading {
  file: FusedFile;
  /** The next chunk. */
  at: number;
  /** Chunks of it that count as shown. */
  shown: number;
  /** The score of the next chunk. */
  score: number;
}

/**
 * @param limit files that are read to, where there are that many; it only says where to stop
 * @returns by score, then path in code units, then line, at least COMPARED where there are that
 * many; `more`: whether chunks are left
 */
function rankChunks(
  { repository, files }: FusedFiles,
  likeness: Likeness,
  limit: number,
  losses: Losses,
): { ranked: Selected[]; more: boolean } {
  const readings = files.map((file): Reading => ({ file, at: 0, shown: 0, score: file.score }));
  readings.sort((a, b) => (comesFirst(a, b) ? -1 : 1));
  const ranked: Selected[] = [];
  const ofFile = new Map<string, FusedFile>();
  while (readings.length > 0 && (ranked.length < COMPARED || ofFile.size < limit)) {
    const reading = readings.shift()!;
    const { file, score } = reading;
    const { chunk } = file.chunks[reading.at]!;
    const isCompared = ranked.length < COMPARED;
    const twin = isCompared
      ? ranked.find((one) => likeness.isAlike(one.chunk.row, chunk.row, NEARLY_THE_SAME))
      : undefined;
    if (twin === undefined) {
      const bonus = reading.at === 0 ? file.bonus : undefined;
      ranked.push({ repository, chunk, score, features: file.features, ...(bonus === undefined ? {} : { bonus }) });
      ofFile.set(chunk.path, file);
      goOn(reading, true, losses);
    } else {
      twin.alike = [...(twin.alike ?? []), chunk];
      goOn(reading, isCopied(reading, ofFile.get(twin.chunk.path)!, likeness), losses);
    }
    if (reading.at < file.chunks.length) putBack(reading, readings);
  }
  return { ranked, more: readings.length > 0 };
}

/** @param readings best first */
function putBack(reading: Reading, readings: Reading[]): void {
  let [from, to] = [0, readings.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (comesFirst(readings[middle]!, reading)) from = middle + 1;
    else to = middle;
  }
  readings.splice(from, 0, reading);
}

function comesFirst(a: Reading, b: Reading): boolean {
  if (a.score !== b.score) return a.score > b.score;
  // Chunks of one file are in their order already.
  return a.file.path < b.file.path;
}

/**
 * True if the file is copied: then the rest is a copy too; a file that shares only this chunk
 * begins with its next.
 */
function isCopied({ file, at, shown }: Reading, other: FusedFile, likeness: Likeness): boolean {
  const next = file.chunks[at + 1]?.chunk.row;
  if (shown > 0 || next === undefined) return true;
  return other.chunks.slice(0, MOST_OF_A_FILE).some(({ chunk }) => likeness.isAlike(chunk.row, next, NEARLY_THE_SAME));
}

function goOn(reading: Reading, counts: boolean, { decay, gap }: Losses): void {
  const { file } = reading;
  const { score, bonus = 0 } = file;
  reading.at += 1;
  if (counts) reading.shown += 1;
  const next = file.chunks[reading.at];
  if (next !== undefined)
    reading.score = score - bonus - decay * reading.shown - gap * (file.chunks[0]!.own - next.own);
}

// Maximal marginal relevance (Carbonell, Goldstein: The Use of MMR, 1998): each next result is
// weighed against its likeness to those before it. Pure.

/**
 * @param ranked best first, ties in their final order: the best COMPARED are weighed, the others
 * follow as they were
 * @param diversity 0 to 1: next = argmax (1 - diversity) × score / best score - diversity ×
 * similarity to the nearest one before
 */
export function diversify(ranked: readonly Selected[], diversity: number, likeness: Likeness): Selected[] {
  if (diversity === 0 || ranked.length === 0) return [...ranked];
  const best = bestScore(ranked) || ranked[0]!.score || 1;
  const left = ranked.slice(0, COMPARED).map((one) => {
    return { one, row: one.chunk.row, worth: ((1 - diversity) * one.score) / Math.abs(best), nearest: 0 };
  });
  const chosen: Selected[] = [];
  while (left.length > 0) {
    const marginal = left.map(({ worth, nearest }) => worth - diversity * nearest);
    const [{ one, row }] = left.splice(marginal.indexOf(Math.max(...marginal)), 1) as [(typeof left)[number]];
    chosen.push(one);
    for (const other of left) {
      other.nearest = Math.max(other.nearest, likeness.similarity(row, other.row));
    }
  }
  return [...chosen, ...ranked.slice(COMPARED)];
}

// How much two chunks say the same: by their words, and by their vectors where there are any. Pure.

interface Likeness {
  /** Same words in the same order. */
  isIdentical(a: ScoredRow, b: ScoredRow): boolean;
  /** Jaccard of their words is at least `least`, 0 to 1. */
  isAlike(a: ScoredRow, b: ScoredRow, least: number): boolean;
  /** Cosine, or Jaccard of the words where there are no vectors: 0 to 1. */
  similarity(a: ScoredRow, b: ScoredRow): number;
}

/**
 * Chunks whose words are nearly the same have nearer vectors than this. Saves looking at most
 * words.
 */
const LEAST_COSINE = 0.85;

export function createLikeness(): Likeness {
  const isIdentical = (a: ScoredRow, b: ScoredRow): boolean => areSameWords(a.words, b.words);
  const mayBeAlike = (a: ScoredRow, b: ScoredRow): boolean =>
    a.vector === undefined || b.vector === undefined || areNear(a.vector, b.vector);
  return {
    isIdentical,
    // Few of thousands of pairs are alike, so the cheapest tests come first: hashes and lengths,
    // then the numbers of words. If rows have no such numbers, or those of two segments, their
    // words must be read, and vectors are compared before them.
    isAlike: (a, b, least) => {
      if (isIdentical(a, b)) return true;
      if (shareOf(a.words.length, b.words.length) < least ** 2) return false;
      const numbers = a.words.numbered?.of;
      return numbers !== undefined && numbers === b.words.numbered?.of
        ? jaccard(a, b, least) >= least && mayBeAlike(a, b)
        : mayBeAlike(a, b) && jaccard(a, b, least) >= least;
    },
    similarity: (a, b) =>
      a.vector !== undefined && b.vector !== undefined ? Math.max(0, dot(a.vector, b.vector)) : jaccard(a, b, 0),
  };
}

/** Several sums at once: a processor need not wait for one addition before it begins the next. */
function areNear(a: Float32Array, b: Float32Array): boolean {
  let [first, second, third, fourth] = [0, 0, 0, 0];
  const even = a.length - (a.length % 4);
  for (let at = 0; at < even; at += 4) {
    first += a[at]! * b[at]!;
    second += a[at + 1]! * b[at + 1]!;
    third += a[at + 2]! * b[at + 2]!;
    fourth += a[at + 3]! * b[at + 3]!;
  }
  for (let at = even; at < a.length; at++) first += a[at]! * b[at]!;
  return first + second + third + fourth >= LEAST_COSINE;
}

/** @returns 0 as soon as it cannot reach `least` any more */
function jaccard({ words: one }: ScoredRow, { words: other }: ScoredRow, least: number): number {
  const [own, others] = [one.numbered, other.numbered];
  if (own !== undefined && own.of === others?.of) return jaccardOfNumbers(own.words, others.words, least);
  const [a, b] = [one.distinct(), other.distinct()];
  if (a.size === 0 && b.size === 0) return 1;
  if (shareOf(a.size, b.size) < least) return 0;
  let missing = 0;
  for (const word of a) {
    if (b.has(word)) continue;
    missing += 1;
    if ((a.size - missing) / (b.size + missing) < least) return 0;
  }
  return (a.size - missing) / (b.size + missing);
}

/** @param a and `b` ascending */
function jaccardOfNumbers(a: readonly number[], b: readonly number[], least: number): number {
  if (a.length === 0 && b.length === 0) return 1;
  if (shareOf(a.length, b.length) < least) return 0;
  let missing = 0;
  let next = 0;
  for (let at = 0; at < a.length; at++) {
    const word = a[at]!;
    while (next < b.length && b[next]! < word) next += 1;
    if (b[next] === word) continue;
    missing += 1;
    if ((a.length - missing) / (b.length + missing) < least) return 0;
  }
  return (a.length - missing) / (b.length + missing);
}

function shareOf(a: number, b: number): number {
  return Math.min(a, b) / Math.max(a, b, 1);
}
