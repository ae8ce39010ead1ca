/** The chunk table of a place that holds published indexes, behind the port of a local one: at one version to read, at the newest to write. */
import { type Storage, type WritableStorage } from './connectStorage.ts';
import type { ChunkStore } from './storePort.ts';
export interface ChunksPlace<S extends Storage = Storage> {
    storage: S;
    fingerprint: string;
    dimensions: number;
}
/** As it was at that version; it stays so, whatever is published meanwhile. @throws CoraError BROKEN_INDEX, NETWORK, … */
export declare function readChunks(place: ChunksPlace, version: number): Promise<ChunkStore>;
export interface ChunksVersion {
    version: string;
    /** ISO 8601. */
    versionAt: string;
}
export interface WritableChunks {
    store: ChunkStore;
    /** Sees what others wrote too, from now on. @returns that version, and when it was made */
    settle(): Promise<ChunksVersion>;
}
/** Created where there is none. @throws CoraError INCOMPATIBLE_INDEX, EMBEDDER_MISMATCH, NETWORK, STORE, … */
export declare function writeChunks(place: ChunksPlace<WritableStorage>): Promise<WritableChunks>;
