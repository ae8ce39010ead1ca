/** What the pool and its threads say to each other. */
import type { ChunkedBlob } from '../types.ts';
export interface ChunkTask {
    id: number;
    bytes: Uint8Array;
    language: string;
}
/** `ready` comes once, when the thread has started; then one answer to each task, in order. */
export type ChunkAnswer = 'ready' | {
    id: number;
    result: ChunkedBlob | null;
} | {
    id: number;
    error: string;
};
