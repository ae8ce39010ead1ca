/** Which chunks are shown, and in which order: one best chunk of each file first, further ones where they hold up. Pure. */
import type { FusedFile } from './fuse.ts';
import type { RetrievedChunk } from './retrieve.ts';
export interface Selected {
    chunk: RetrievedChunk;
    score: number;
}
/** @returns at most `limit` chunks in their final order: score, then path in code units, then line */
export declare function select(files: readonly FusedFile[], limit: number): {
    selected: Selected[];
    truncated: boolean;
};
