/** Where one comes from: the chunk that a caller means, by its id or by a line of a file as it is now, and what of the file is meant. */
import type { ChunkRow } from '../base/types.ts';
import type { ChunkStore } from '../store/storePort.ts';
import type { CallerView } from '../view/callerView.ts';
import type { Seed } from './findNeighbours.ts';
import { type FileDefinition } from './readFiles.ts';
import type { SymbolContext } from './rowsOfName.ts';
/** A chunk's id, or a line (1-based) of a file, seen from the repository's root. */
export type Place = {
    chunkId: string;
} | {
    path: string;
    line: number;
};
/**
 * @returns the chunk, and what of it is meant: of a line the innermost definition around it
 * @throws CoraError USAGE that says what is there instead
 */
export declare function findPlace(store: ChunkStore, view: CallerView, place: Place): Promise<{
    seed: Seed;
    focus: Focus;
    vector: Float32Array;
}>;
/** Lines of a file, and the definitions there whose users are wanted. */
export interface Focus {
    path: string;
    startLine: number;
    endLine: number;
    definitions: readonly {
        name: string;
        startLine: number;
    }[];
    /** The definition that is meant; null for a chunk. */
    named: Pick<FileDefinition, 'name' | 'kind'> | null;
}
type ChunkLines = Pick<ChunkRow, 'startLine' | 'endLine' | 'symbol' | 'parts'>;
/** @returns those of chunks, in their order; files are read only where a definition is larger than its chunk */
export declare function focusesOf(context: SymbolContext, seeds: readonly {
    path: string;
    row: ChunkLines & Pick<ChunkRow, 'blobSha' | 'language' | 'defines'>;
}[]): Promise<Focus[]>;
export {};
