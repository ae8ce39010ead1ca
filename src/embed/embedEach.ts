/** Many texts through a model of this thread, one by one: the signal and the event loop are looked at now and then. */

import { setImmediate } from 'node:timers/promises';
import { CoraError } from '../base/errors.ts';

/** Texts between two looks. */
const SLICE = 256;

/** @throws CoraError ABORTED */
export async function embedEach(
  texts: readonly string[],
  embed: (text: string) => Float32Array,
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (const text of texts) {
    if (vectors.length % SLICE === 0) await breathe(signal, vectors.length > 0);
    vectors.push(embed(text));
  }
  return vectors;
}

async function breathe(signal: AbortSignal | undefined, started: boolean): Promise<void> {
  if (started) await setImmediate();
  if (signal?.aborted) throw new CoraError('ABORTED', 'Embedding was interrupted.');
}
