/**
 * Chunks by their ids. A row's own id hashes the name of its blob, and so, where something in the blob was redacted, a secret: whoever
 * guesses it could compare. Such a chunk has a public id, a hash of what anybody may read of it; every id of an answer goes through here.
 */
import type { ChunkRow } from '../base/types.ts';
import type { ChunkStore } from '../store/storePort.ts';
import type { CallerView } from './callerView.ts';
type ViewOfIds = Pick<CallerView, 'files' | 'byBlob' | 'overlay' | 'isClean'>;
/** @returns the hits with the ids that their caller may see; reads rows of blobs that may hold secrets, and no others */
export declare function withPublicIds<T extends {
    path: string;
    chunkId: string;
}>(store: ChunkStore | Promise<ChunkStore>, view: ViewOfIds, hits: readonly T[]): Promise<T[]>;
/**
 * Chunks of several files may have one public id, where they differ in nothing but what was redacted: the first one by path is meant.
 *
 * @returns the row's own id and its path; null where no chunk of the view has this id
 */
export declare function findPublicId(store: ChunkStore, view: ViewOfIds, id: string): Promise<{
    chunkId: string;
    path: string;
} | null>;
/** @returns without ids that nobody has (any more) */
export declare function rowsById<C extends keyof ChunkRow>(store: ChunkStore, overlay: readonly ChunkRow[], chunkIds: Iterable<string>, columns: readonly C[]): Promise<ReadonlyMap<string, Pick<ChunkRow, C | 'chunkId'>>>;
export declare function placeOfChunk({ path, row }: {
    path: string;
    row: {
        chunkId: string;
    };
}): string;
export {};
