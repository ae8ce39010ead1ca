/** A few open tables of many: those that were used last. */
import type { RowCache } from '../query/retrieve.ts';
import type { ChunkStore } from '../storePort.ts';
export declare class StoreShelf {
    #private;
    /** @throws CoraError NO_INDEX, … */
    use<T>(dir: string, dimensions: number, run: (store: ChunkStore, rows: RowCache) => Promise<T>): Promise<T>;
    close(): void;
}
