/**
 * Whether vectors that somebody else made are those of their texts. All of them would be an index run; some, which nobody
 * can foresee, tell a wholesale forgery and a machine whose model gives other bits.
 */
import type { ChunkRow, Embedder } from '../types.ts';
export interface SpotCheck {
    offer(row: ChunkRow): void;
    /** @throws CoraError BAD_ARTIFACT */
    run(): Promise<void>;
}
export declare function createSpotCheck(embedder: Embedder): SpotCheck;
