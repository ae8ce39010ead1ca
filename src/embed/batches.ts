/**
 * Sends many texts to a model or a service: one by one, in batches of similar length, or in
 * requests of limited size, and checks the vectors. The caller says what a batch may hold, and
 * handles refusals.
 */

import { setImmediate } from 'node:timers/promises';
import { CoraError } from '../base/errors.ts';

export interface BatchLimits {
  /** The most texts of a request. */
  texts: number;
  /** The most tokens of a request, as estimated below. */
  tokens: number;
  /** The most UTF-16 code units of a text. The rest is cut off: it is beyond any model's window. */
  characters: number;
}

/**
 * Estimates tokens, rather too many than too few: three bytes of code are a token in most
 * vocabularies, and so is one CJK letter.
 */
export function tokensAtMost(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3);
}

/**
 * Returns where the batch that starts at `from` ends (exclusive). A batch holds at least one text,
 * however large.
 */
export function batchEnd(texts: readonly string[], from: number, limits: BatchLimits): number {
  let tokens = 0;
  for (let at = from; at < texts.length; at++) {
    tokens += tokensAtMost(texts[at]!);
    if (at > from && (at - from >= limits.texts || tokens > limits.tokens)) return at;
  }
  return texts.length;
}

/**
 * Returns smaller limits after a service refused a batch: half of the limit that it had reached.
 */
export function smallerLimits(limits: BatchLimits, refused: readonly string[]): BatchLimits {
  if (refused.length >= limits.texts) return { ...limits, texts: Math.max(1, refused.length >> 1) };
  const tokens = refused.reduce((sum, text) => sum + tokensAtMost(text), 0);
  return { ...limits, tokens: Math.max(1, tokens >> 1) };
}

/** Returns at most the first `length` UTF-16 code units, without cutting a surrogate pair. */
export function truncateText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/**
 * Runs texts of similar length together, so that batches need little padding.
 * @param run returns one result for each text of a batch
 * @returns the results in the order of `texts`
 */
export async function runInBatches<T>(
  texts: readonly string[],
  limits: BatchLimits,
  run: (batch: string[]) => Promise<T[]>,
): Promise<T[]> {
  const results = new Array<T>(texts.length);
  const order = texts.map((_, at) => at).sort((a, b) => texts[a]!.length - texts[b]!.length || a - b);
  const sorted = order.map((at) => truncateText(texts[at]!, limits.characters));
  for (let from = 0; from < sorted.length; ) {
    // The runtime computes on its own threads, but promises alone would block signals and timers.
    await setImmediate();
    const end = batchEnd(sorted, from, limits);
    for (const [at, result] of (await run(sorted.slice(from, end))).entries()) results[order[from + at]!] = result;
    from = end;
  }
  return results;
}

/** The number of texts between two checks of the signal. */
const SLICE = 256;

/**
 * Embeds texts one by one. From time to time it checks the signal and lets other events run.
 * @throws CoraError ABORTED
 */
export async function embedEach(
  texts: readonly string[],
  embed: (text: string) => Float32Array,
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (const text of texts) {
    if (vectors.length % SLICE === 0) {
      if (vectors.length > 0) await setImmediate();
      refuseAborted(signal);
    }
    vectors.push(embed(text));
  }
  return vectors;
}

/** @throws CoraError ABORTED */
export function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CoraError('ABORTED', 'Embedding was interrupted.');
}

/**
 * Embeds the texts that have a token. Services refuse the others, whose vector is zero by
 * definition.
 */
export async function embedFilled(
  texts: readonly string[],
  dimensions: number,
  embed: (filled: string[]) => Promise<Float32Array[]>,
): Promise<Float32Array[]> {
  const vectors = texts.map((): Float32Array => new Float32Array(dimensions));
  const filled = texts.flatMap((text, at) => (/\S/.test(text) ? [at] : []));
  for (const [at, vector] of (await embed(filled.map((index) => texts[index]!))).entries())
    vectors[filled[at]!] = vector;
  return vectors;
}

// Checks the vectors of a model, and scales them to unit length. Invalid vectors end here.

/**
 * @param expected the number of vectors; @param dimensions their length, null if not known yet
 * @throws CoraError EMBEDDER for a wrong count, a wrong length, or a component that is no number
 */
export function unitVectors(
  rows: readonly ArrayLike<unknown>[],
  expected: number,
  dimensions: number | null,
  source: string,
): Float32Array[] {
  if (rows.length !== expected)
    throw new CoraError('EMBEDDER', `${source} returned ${rows.length} vectors for ${expected} texts.`, { hint: HINT });
  return rows.map((row) => unitVector(row, dimensions ?? row.length, source));
}

const HINT = 'this server or model does not behave as an embedding model: choose another one with --embedder';

function unitVector(row: ArrayLike<unknown>, dimensions: number, source: string): Float32Array {
  if (row.length !== dimensions || dimensions === 0) {
    const hint =
      'the model may have changed or does not support this length: check dimensions= in the embedder setting, or leave it out';
    const message = `${source} returned a vector of ${row.length} numbers where ${dimensions} were expected.`;
    throw new CoraError('EMBEDDER', message, { hint });
  }
  let squares = 0;
  for (let at = 0; at < dimensions; at++) {
    const value = row[at];
    if (typeof value === 'number') squares += value * value;
    else squares = Number.NaN;
  }
  const message = `${source} returned a vector that holds something else than finite numbers.`;
  if (!Number.isFinite(squares)) throw new CoraError('EMBEDDER', message, { hint: HINT });
  const length = squares === 0 ? 1 : Math.sqrt(squares);
  return Float32Array.from(row as ArrayLike<number>, (value) => value / length);
}

/**
 * Scales sums to unit length, always in the same order of operations, so that every machine gets
 * the same bits.
 * @returns zeros if all sums are zero
 */
export function toUnit(sums: Float64Array): Float32Array {
  let squares = 0;
  for (let at = 0; at < sums.length; at++) squares += sums[at]! * sums[at]!;
  const vector = new Float32Array(sums.length);
  if (squares === 0) return vector;
  const length = Math.sqrt(squares);
  for (let at = 0; at < sums.length; at++) vector[at] = sums[at]! / length;
  return vector;
}
