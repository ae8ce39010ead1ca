/** Rows of the caller's view that define or mention names: one look-up in the full-text index for all of them. */
import type { BlobKey } from '../base/types.ts';
import type { ChunkStore } from '../store/storePort.ts';
import type { CallerView, ViewedFile } from '../view/callerView.ts';
export interface SymbolContext {
    store: ChunkStore;
    view: CallerView;
}
/**
 * @param prefix DEFINES or REFERS of words.ts
 * @returns ids of rows in the table, and keys of the blobs that hold them or rows in memory
 */
export declare function rowsOfName({ store, view }: SymbolContext, prefix: string, names: Iterable<string>): Promise<{
    chunkIds: string[];
    keys: Set<BlobKey>;
}>;
export declare function filesOf({ view }: SymbolContext, key: BlobKey): readonly ViewedFile[];
