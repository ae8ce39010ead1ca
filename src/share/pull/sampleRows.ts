/**
 * Rows drawn by chance, each as likely as any other: of several blocks, each draws its own, and the smallest numbers of all win.
 */

import { randomInt } from 'node:crypto';
import { embedTextOf } from '../../base/identity.ts';
import type { ChunkRow } from '../../base/types.ts';

export interface Sample {
  /** Drawn; nobody can foresee it. */
  lot: number;
  /** What is embedded. */
  text: string;
  vector: Float32Array;
}

const SAMPLE = 64;
/** The largest range that Node draws from. */
const LOTS = 2 ** 48 - 1;

export class RowSampler {
  samples: Sample[] = [];
  /** Larger lots are none of the smallest any more. */
  #most = Number.POSITIVE_INFINITY;

  offer(row: ChunkRow): void {
    const lot = randomInt(LOTS);
    if (lot >= this.#most) return;
    // A copy: it must not keep the block that it is a part of.
    this.take([{ lot, text: embedTextOf(row), vector: row.vector.slice() }]);
  }

  /** Those of other rows. */
  take(samples: readonly Sample[]): void {
    this.samples = [...this.samples, ...samples].sort((a, b) => a.lot - b.lot).slice(0, SAMPLE);
    if (this.samples.length === SAMPLE) this.#most = this.samples.at(-1)!.lot;
  }
}
