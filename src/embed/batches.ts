/**
 * Many texts through a model or a service: one by one, in batches of one length, cut into
 * requests, and the vectors checked that come back. The caller says what a batch costs and holds,
 * and deals with what a service refuses.
 */

import { setImmediate } from 'node:timers/promises';
import { CoraError } from '../base/errors.ts';

export interface BatchLimits {
  /** Texts in one request. */
  texts: number;
  /** Tokens in one request, as estimated below. */
  tokens: number;
  /** UTF-16 units kept of one text; what follows is beyond any model's window. */
  characters: number;
}

/**
 * Rather too many than too few: three bytes of code are a token in most vocabularies, as is one CJK
 * letter.
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

/** Returns what to try next after a service refused the batch: half of what filled it. */
export function smallerLimits(limits: BatchLimits, refused: readonly string[]): BatchLimits {
  if (refused.length >= limits.texts) return { ...limits, texts: Math.max(1, refused.length >> 1) };
  const tokens = refused.reduce((sum, text) => sum + tokensAtMost(text), 0);
  return { ...limits, tokens: Math.max(1, tokens >> 1) };
}

/** At most `length` UTF-16 units from the start, no surrogate pair cut in two. */
export function truncateText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/**
 * Runs texts of one length together, so that little of a batch is padding.
 * @param run gives one result for each text of a batch
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
    // The runtime computes on its own threads, but its promises alone would starve signals and
    // timers.
    await setImmediate();
    const end = batchEnd(sorted, from, limits);
    for (const [at, result] of (await run(sorted.slice(from, end))).entries()) results[order[from + at]!] = result;
    from = end;
  }
  return results;
}

/** Texts between two looks. */
const SLICE = 256;

/**
 * Embeds one by one; the signal and the event loop are looked at now and then.
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
 * Embeds the texts that have a token: services refuse the others, which have the zero vector by
 * contract.
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

// Checks what a model returned, and brings it to unit length. Nothing doubtful gets past this
// point.

/** @param expected how many vectors; @param dimensions how long each, null where not known yet
 *  @throws CoraError EMBEDDER for a wrong count, a wrong length or a number that is none */
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
 * Brings sums to a vector of length one: in this order of operations, so that every machine gives
 * the same bits.
 * @returns zeros where there is nothing to measure
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
