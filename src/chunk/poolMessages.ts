/** What the pool and its threads say to each other. */

import type { ChunkedBlob } from '../base/types.ts';

export interface ChunkTask {
  id: number;
  bytes: Uint8Array;
  language: string;
}

/**
 * `ready` comes once, when the thread has started; then one answer to each task, in order. `worn-out` asks for another thread in its
 * place, which gets the tasks that are not answered.
 */
export type ChunkAnswer =
  | 'ready'
  | 'worn-out'
  | { id: number; result: ChunkedBlob | null }
  /** With a hint: what the machine lacks, and no fault of this blob. */
  | { id: number; error: string; hint?: string };
