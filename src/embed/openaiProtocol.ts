/**
 * What OpenAI, Voyage and all compatible servers answer.
 *
 *   {"data":[{"index":0,"embedding":[0.1,…]},{"index":1,"embedding":"zczMPQ…"}]}
 *
 * An embedding is a list of numbers, or base64 of little-endian float32.
 */

import { CoraError } from '../base/errors.ts';

/** Vectors by their `index`, which some servers use to answer out of order and some leave out.
 *  @throws CoraError EMBEDDER */
export function embeddingsIn(answer: unknown, name: string): ArrayLike<unknown>[] {
  const data = isRecord(answer) ? answer.data : undefined;
  if (!Array.isArray(data)) throw misshapen(name, 'has no data');
  const rows: ArrayLike<unknown>[] = [];
  data.forEach((item: unknown, position) => {
    if (!isRecord(item)) throw misshapen(name, 'has an item that is no object');
    const index = item.index ?? position;
    if (
      typeof index !== 'number' ||
      !Number.isInteger(index) ||
      index < 0 ||
      index >= data.length ||
      rows[index] !== undefined
    ) {
      throw misshapen(name, `has an impossible or repeated index (${String(index)})`);
    }
    rows[index] = numbersOf(item.embedding, name);
  });
  return rows;
}

function numbersOf(embedding: unknown, name: string): ArrayLike<unknown> {
  if (Array.isArray(embedding)) return embedding;
  if (typeof embedding !== 'string') throw misshapen(name, 'has an item without embedding');
  const bytes = Buffer.from(embedding, 'base64');
  if (bytes.length % 4 !== 0) throw misshapen(name, 'has an embedding that is not base64 of float32');
  return Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function misshapen(name: string, what: string): CoraError {
  return new CoraError('EMBEDDER', `The answer of ${name} ${what}.`, {
    hint: 'check that the base URL is that of an /embeddings API (it usually ends in /v1)',
  });
}
