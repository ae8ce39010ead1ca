/**
 * Rows drawn by chance, each as likely as any other: of several blocks, each draws its own, and the smallest numbers of all win.
 */
import type { ChunkRow } from '../types.ts';
export interface Sample {
    /** Drawn; nobody can foresee it. */
    lot: number;
    /** What is embedded. */
    text: string;
    vector: Float32Array;
}
export declare class RowSampler {
    #private;
    samples: Sample[];
    offer(row: ChunkRow): void;
    /** Those of other rows. */
    take(samples: readonly Sample[]): void;
}
