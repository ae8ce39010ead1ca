/**
 * Whether vectors that somebody else made are those of their texts. All of them would be an index run; some, which nobody
 * can foresee, tell a wholesale forgery and a machine whose model gives other bits.
 */

import { randomInt } from 'node:crypto';
import { CoraError } from '../errors.ts';
import { embedTextOf } from '../identity.ts';
import { roundVector } from '../store/roundVector.ts';
import type { ChunkRow, Embedder } from '../types.ts';

export interface SpotCheck {
  offer(row: ChunkRow): void;
  /** @throws CoraError BAD_ARTIFACT */
  run(): Promise<void>;
}

const SAMPLE = 64;
/** They give the same bits anywhere, and cost nothing to ask. */
const REPEATABLE = /^(builtin|hash)\b/;

export function createSpotCheck(embedder: Embedder): SpotCheck {
  const sample: ChunkRow[] = [];
  let seen = 0;
  return {
    // Each row is as likely as any other to be in the sample at the end (Vitter's algorithm R).
    offer: (row) => {
      seen += 1;
      const at = seen <= SAMPLE ? seen - 1 : randomInt(seen);
      if (at < SAMPLE) sample[at] = row;
    },
    run: async () => {
      if (!REPEATABLE.test(embedder.id) || sample.length === 0) return;
      const vectors = await embedder.embed(sample.map(embedTextOf), 'document');
      const wrong = sample.findIndex(({ vector }, at) => !isSame(roundVector(vectors[at]!), vector));
      if (wrong === -1) return;
      throw new CoraError('BAD_ARTIFACT', `its vectors are not those that ${embedder.id} gives here`, {
        hint: 'cora index   computes them here',
      });
    },
  };
}

function isSame(a: Float32Array, b: Float32Array): boolean {
  return a.length === b.length && a.every((value, at) => Object.is(value, b[at]));
}
