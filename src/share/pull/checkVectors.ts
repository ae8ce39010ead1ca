/**
 * Whether vectors that somebody else made are those of their texts. All of them would be an index run; some, which nobody
 * can foresee, tell a wholesale forgery and a machine whose model gives other bits.
 */

import { CoraError } from '../../base/errors.ts';
import type { Embedder } from '../../base/types.ts';
import { isBuiltIn } from '../../embed/parseEmbedderSpec.ts';
import { roundVector } from '../../store/roundVector.ts';
import type { Sample } from './sampleRows.ts';

/** @throws CoraError BAD_ARTIFACT */
export async function checkVectors(embedder: Embedder, samples: readonly Sample[]): Promise<void> {
  // Others may give other bits on another machine, or cost something.
  if (!isBuiltIn(embedder.id) || samples.length === 0) return;
  const vectors = await embedder.embed(
    samples.map(({ text }) => text),
    'document',
  );
  const wrong = samples.findIndex(({ vector }, at) => !isSame(roundVector(vectors[at]!), vector));
  if (wrong === -1) return;
  throw new CoraError('BAD_ARTIFACT', `its vectors are not those that ${embedder.id} gives here`, {
    hint: 'cora index   computes them here',
  });
}

function isSame(a: Float32Array, b: Float32Array): boolean {
  return a.length === b.length && a.every((value, at) => Object.is(value, b[at]));
}
