/**
 * Whether vectors that somebody else made are those of their texts. All of them would be an index run; some, which nobody
 * can foresee, tell a wholesale forgery and a machine whose model gives other bits.
 */
import type { Embedder } from '../types.ts';
import type { Sample } from './sampleRows.ts';
/** @throws CoraError BAD_ARTIFACT */
export declare function checkVectors(embedder: Embedder, samples: readonly Sample[]): Promise<void>;
