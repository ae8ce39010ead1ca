/** The chunk that a caller means: by its id, or by a line of a file as it is now. */
import type { Seed } from '../query/expand.ts';
import type { CallerView } from '../search/callerView.ts';
import type { ChunkStore } from '../storePort.ts';
/** A chunk's id, or a line (1-based) of a file, seen from the repository's root. */
export type Place = {
    chunkId: string;
} | {
    path: string;
    line: number;
};
/** @throws CoraError USAGE that says what is there instead */
export declare function findPlace(store: ChunkStore, view: CallerView, place: Place): Promise<{
    seed: Seed;
    vector: Float32Array;
}>;
