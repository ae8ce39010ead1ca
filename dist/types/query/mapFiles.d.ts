/** Which files a newcomer should know: those whose definitions the rest of the code mentions most. Pure. */
import type { ChunkKind, ChunkRow } from '../types.ts';
export declare const MAP_COLUMNS: readonly ['blobSha', 'language', 'scope', 'startLine', 'part', 'defines', 'references'];
export type MapRow = Pick<ChunkRow, (typeof MAP_COLUMNS)[number]>;
export interface MappedFile {
    path: string;
    /** How often other files mention what it defines; of a name that several files define, a share. */
    score: number;
    /** At the top of the file, most mentioned first, ties by line. */
    defines: {
        name: string;
        kind: ChunkKind;
    }[];
}
/** @returns best first, ties by path; tests, examples and files without definitions are left out */
export declare function mapFiles(files: ReadonlyMap<string, readonly MapRow[]>): MappedFile[];
