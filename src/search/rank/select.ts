/**
 * Chooses the chunks to show and their order: by score, one of several with the same text, further
 * chunks of a file and further translations only if they are good enough, and on request different
 * ones first (Carbonell, Goldstein: The Use of MMR, 1998). Pure.
 */

import { countWhile, dot } from '../../base/lists.ts';
import type { IdenticalChunk } from '../../base/searchTypes.ts';
import { areSameWords } from '../../engine/rowWords.ts';
import type { ScoredRow } from '../../view/searchedView.ts';
import type { RetrievedChunk } from '../retrieve.ts';
import type { ShownText } from '../show/placeChunk.ts';
import type { FusedFile } from './fuse.ts';
import type { Feature } from './weights.ts';

/** The files that were found in one repository, best first. */
export interface FusedFiles {
  /** Its name in results. */
  repository: string;
  files: readonly FusedFile[];
}

export interface Selection {
  /**
   * In their final order: by score, then repository, path in code units, and line. There are enough
   * for `limit` results.
   */
  ranked: Selected[];
  /** True if there are more. */
  more: boolean;
}

export interface SelectOptions {
  /** The number of wanted results. A chunk whose lines a better one shows gives no result. */
  limit: number;
  /** The weight of difference to the results before, 0 to 1; 0 keeps the order of scores. */
  diversity: number;
  /** The losses of further chunks of a file. */
  losses?: Losses;
  /** The highest score that is allowed: the lowest one of everything ranked before. */
  above?: number;
}

/**
 * Chooses among the chunks of all repositories. The order does not depend on the limit, which only
 * cuts it. Chunks whose words are not known are compared only for equality.
 */
export function select(found: readonly FusedFiles[], options: SelectOptions): Selection {
  const { limit, diversity, losses = LOSSES, above = Number.POSITIVE_INFINITY } = options;
  const all: Selected[] = [];
  /**
   * Each repository has more chunks behind these, which may belong before those of other
   * repositories.
   */
  const lasts: Selected[] = [];
  for (const one of found) {
    const { ranked, more } = rankChunks(one, limit, losses);
    all.push(...ranked);
    if (more) lasts.push(ranked.at(-1)!);
  }
  if (found.length > 1) all.sort(byScore);
  const certain = lasts.length === 0 ? all.length : 1 + Math.min(...lasts.map((last) => all.indexOf(last)));
  const head = all.slice(0, Math.min(certain, COMPARED));
  const best = found.length > 1 ? withoutCopies(head) : head;
  const ordered = [...diversify(best, diversity), ...all.slice(COMPARED, certain)];
  const end = endOf(ordered, limit);
  const ranked = ordered.slice(0, end).map((one) => (one.score > above ? { ...one, score: above } : one));
  return { ranked, more: lasts.length > 0 || ordered.length > end };
}

/**
 * Does what `select` does if words of rows have to be fetched first: fetches those that it needs
 * and selects again.
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

/** Joins copies in several repositories into one result that names the others. */
function withoutCopies(all: readonly Selected[]): Selected[] {
  const kept: Selected[] = [];
  for (const one of all) {
    const { chunk, repository } = one;
    const twin = kept.find((other) => other.repository !== repository && isAlike(other.chunk.row, chunk.row));
    if (twin === undefined) kept.push(one);
    else twin.elsewhere = [...(twin.elsewhere ?? []), { repository, ...identicalTo(twin.chunk, chunk) }];
  }
  return kept;
}

/** @param other the chunk that is folded into the first one */
export function identicalTo({ row: own }: RetrievedChunk, { path, row }: RetrievedChunk): IdenticalChunk {
  const { startLine, endLine } = row;
  return { path, startLine, endLine, nearly: !areSameWords(row.words, own.words) };
}

/**
 * Counts chunks until there are enough. The first chunk of a file is always shown, so those of
 * `limit` files suffice.
 * @returns the number of chunks
 */
function endOf(ranked: readonly Selected[], limit: number): number {
  const files = new Set<string>();
  const last = ranked.findIndex((one) => files.add(fileOfSelected(one)).size === limit);
  return last === -1 ? ranked.length : last + 1;
}

/** Returns the best score without what files get for their path; at least 0. */
export function bestScore(ranked: readonly Selected[]): number {
  return ranked.reduce((most, { score, bonus = 0 }) => Math.max(most, score - bonus), 0);
}

/** Returns a key for a file, which includes the repository. */
export function fileOfSelected({ repository, chunk }: Selected): string {
  return `${repository}\0${chunk.path}`;
}

// Folds chunks with the same text: the best one is ranked and names the others. Pure.

export interface Selected {
  /** Its name in results. */
  repository: string;
  chunk: RetrievedChunk;
  score: number;
  /** The score of the ranking, if a reranker's replaced it. */
  fused?: number;
  /** The part of the score for a path in the question. */
  bonus?: number;
  /** The features of its file, before weights. */
  features: Record<Feature, number>;
  /** Chunks with the same text that are ranked lower, or are translations of the shown one. */
  alike?: RetrievedChunk[];
  /** Identical chunks in other repositories. */
  elsewhere?: IdenticalChunk[];
  /** A whole file or a declaration that was asked for by name; it is no chunk. */
  included?: ShownText;
}

interface Losses {
  /** The loss of each further chunk of a file. */
  decay: number;
  /** The loss of a chunk for its distance to the file's best one. */
  gap: number;
}

const LOSSES: Losses = { decay: 0.6, gap: 0.5 };
/** A report is answered with few probable files and several places in each. */
export const REPORT_LOSSES: Losses = { decay: 0.1, gap: 0.2 };
/**
 * Shows less of each place, so that there is room for more: shares of the usual lines for a file's
 * best place, and for its others.
 */
export const REPORT_LINES = { best: 0.75, further: 0.5 };

/**
 * The least Jaccard index of the words. No benchmark loses by folding at 1, .95 or .9; at .8 one
 * does.
 */
const NEARLY_THE_SAME = 0.9;
/** Below this share of the other's length isAlike is false: thousands of pairs need no call. */
const SHORTEST = 0.8;
/** The number of best chunks that are compared with each other, whatever the limit. */
const COMPARED = 200;
/** The number of chunks of a file that are compared to see if the whole file is a copy. */
const MOST_OF_A_FILE = 8;

/** A file whose chunks are being read, best first. */
interface Reading {
  file: FusedFile;
  /** The index of the next chunk. */
  at: number;
  /** The number of its chunks, and of its translations, that count as shown. */
  shown: number;
  /** The score of the next chunk. */
  score: number;
}

/**
 * @param limit how many files to read, if there are so many; it only decides where to stop
 * @returns chunks by score, then path in code units, then line; at least COMPARED if there are so
 * many. `more` is true if chunks are left
 */
function rankChunks(
  { repository, files }: FusedFiles,
  limit: number,
  losses: Losses,
): { ranked: Selected[]; more: boolean } {
  const readings = files.map((file): Reading => ({ file, at: 0, shown: 0, score: file.score }));
  readings.sort((a, b) => (comesFirst(a, b) ? -1 : 1));
  const ranked: Selected[] = [];
  const lengths: number[] = [];
  const byPath = new Map(files.map((file) => [file.path, file]));
  const read = new Set<string>();
  const translations = new Map<string | undefined, number>();
  while (readings.length > 0 && (ranked.length < COMPARED || read.size < limit)) {
    const reading = readings.shift()!;
    const { file, score } = reading;
    const before = translations.get(file.translation) ?? 0;
    if (reading.at === 0 && before > reading.shown) {
      reading.score -= losses.decay * (before - reading.shown);
      reading.shown = before;
      putBack(reading, readings);
      continue;
    }
    const { chunk } = file.chunks[reading.at]!;
    const isCompared = ranked.length < COMPARED;
    const { length } = chunk.row.words;
    const mayBeAlike = (at: number): boolean => lengths[at]! >= SHORTEST * length && length >= SHORTEST * lengths[at]!;
    const twin = isCompared ? ranked.find((one, at) => mayBeAlike(at) && isAlike(one.chunk.row, chunk.row)) : undefined;
    if (twin === undefined) {
      const bonus = reading.at === 0 ? file.bonus : undefined;
      ranked.push({ repository, chunk, score, features: file.features, ...(bonus === undefined ? {} : { bonus }) });
      lengths.push(length);
      read.add(chunk.path);
      if (file.translation !== undefined && reading.at === 0) translations.set(file.translation, before + 1);
      goOn(reading, true, losses);
    } else {
      const other = byPath.get(twin.chunk.path)!;
      const isOriginal = isInEnglish(file) && !isInEnglish(other) && file.translation === other.translation;
      twin.alike = [...(twin.alike ?? []), isOriginal ? twin.chunk : chunk];
      if (isOriginal) twin.chunk = chunk;
      goOn(reading, isCopied(reading, other), losses);
    }
    if (reading.at < file.chunks.length) putBack(reading, readings);
  }
  return { ranked, more: readings.length > 0 };
}

/** Most texts are translated from English, and many translations keep lines of it. */
function isInEnglish({ path, translation }: FusedFile): boolean {
  return ENGLISH.some((name) => translation?.replaceAll('*', name) === path);
}

const ENGLISH = ['en', 'en-US', 'en_US', 'values', 'en.lproj', 'Base.lproj'];

/** @param readings best first */
function putBack(reading: Reading, readings: Reading[]): void {
  readings.splice(
    countWhile(readings.length, (at) => comesFirst(readings[at]!, reading)),
    0,
    reading,
  );
}

function comesFirst(a: Reading, b: Reading): boolean {
  if (a.score !== b.score) return a.score > b.score;
  // Chunks of one file are in order already.
  return a.file.path < b.file.path;
}

/**
 * True if the whole file is a copy, so that its other chunks are copies too. A file that shares
 * only this chunk goes on with its next one.
 */
function isCopied({ file, at, shown }: Reading, other: FusedFile): boolean {
  const next = file.chunks[at + 1]?.chunk.row;
  if (shown > 0 || next === undefined) return true;
  return other.chunks.slice(0, MOST_OF_A_FILE).some(({ chunk }) => isAlike(chunk.row, next));
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
// weighed by its score and by its similarity to those before. Pure.

/**
 * @param ranked best first. The best COMPARED are reordered, the others follow unchanged
 * @param diversity 0 to 1: next = argmax (1 - diversity) × score / best score - diversity ×
 * similarity to the most similar one before
 */
export function diversify(ranked: readonly Selected[], diversity: number): Selected[] {
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
    for (const other of left) other.nearest = Math.max(other.nearest, similarity(row, other.row));
  }
  return [...chosen, ...ranked.slice(COMPARED)];
}

// Compares chunks by their words, and by their vectors if there are any. Pure.

/** Chunks with nearly the same words have at least this cosine. It saves comparing most words. */
const LEAST_COSINE = 0.85;

/**
 * True if the Jaccard index of the words is at least NEARLY_THE_SAME. Few of thousands of pairs are
 * alike, so the cheapest tests come first: hashes and lengths, then numbers of words. Rows without
 * such numbers, or from two segments, need their words read, so their vectors are compared before.
 */
export function isAlike(a: ScoredRow, b: ScoredRow): boolean {
  if (areSameWords(a.words, b.words)) return true;
  if (!isInReach(a.words.length, b.words.length, NEARLY_THE_SAME ** 2)) return false;
  const [own, others] = [a.words.numbered, b.words.numbered];
  if (own !== undefined && own.of === others?.of)
    return missingNumbers(own.words, others.words, NEARLY_THE_SAME) !== TOO_MANY && areNear(a, b);
  return areNear(a, b) && missingWords(a.words.distinct(), b.words.distinct(), NEARLY_THE_SAME) !== TOO_MANY;
}

/** Returns the cosine, or without vectors the Jaccard index of the words: 0 to 1. */
function similarity(a: ScoredRow, b: ScoredRow): number {
  return a.vector !== undefined && b.vector !== undefined ? Math.max(0, dot(a.vector, b.vector)) : jaccard(a, b);
}

/**
 * True also without vectors. Several sums run independently, so that the processor need not wait
 * for each addition.
 */
function areNear({ vector: a }: ScoredRow, { vector: b }: ScoredRow): boolean {
  if (a === undefined || b === undefined) return true;
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
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

function jaccard({ words: one }: ScoredRow, { words: other }: ScoredRow): number {
  const [a, b] = [one.distinct(), other.distinct()];
  return a.size === 0 && b.size === 0 ? 1 : jaccardOf(missingWords(a, b, 0), a.size, b.size);
}

/** @param missing how many of `one` words are not among the `other` ones */
function jaccardOf(missing: number, one: number, other: number): number {
  return (one - missing) / (other + missing);
}

/** The Jaccard index cannot reach what is wanted. */
const TOO_MANY = -1;

/** @returns how many words of `a` are missing in `b`, or TOO_MANY */
function missingWords(a: ReadonlySet<string>, b: ReadonlySet<string>, least: number): number {
  if (!isInReach(a.size, b.size, least)) return TOO_MANY;
  let missing = 0;
  for (const word of a) {
    if (!b.has(word) && jaccardOf(++missing, a.size, b.size) < least) return TOO_MANY;
  }
  return missing;
}

/**
 * Does the same for numbers. It returns no fraction, because V8 would make an object of each.
 * @param a and `b` are ascending
 */
function missingNumbers(a: readonly number[], b: readonly number[], least: number): number {
  if (!isInReach(a.length, b.length, least)) return TOO_MANY;
  let missing = 0;
  let next = 0;
  for (let at = 0; at < a.length; at++) {
    const word = a[at]!;
    while (next < b.length && b[next]! < word) next += 1;
    if (b[next] !== word && jaccardOf(++missing, a.length, b.length) < least) return TOO_MANY;
  }
  return missing;
}

function isInReach(one: number, other: number, least: number): boolean {
  return Math.min(one, other) / Math.max(one, other, 1) >= least;
}
