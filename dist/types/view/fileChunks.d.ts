/**
 * The chunks of one file, as an index has them: `cora chunks`, and chunksOf of the library. They
 * are cut anew, which gives the same (a row is a function of its blob), so no index is needed.
 */
import type { FileStatus } from '../base/searchTypes.ts';
import type { ChunkRow } from '../base/types.ts';
import type { IndexSettings, Surroundings } from '../settings/requests.ts';
import { type LinesRequest } from './readLines.ts';
export interface FileChunk extends Pick<ChunkRow, 'startLine' | 'endLine' | 'kind' | 'symbol' | 'scope' | 'signature' | 'nodeType'>, Pick<ChunkRow, 'part' | 'parts' | 'contentHash' | 'text'> {
    /** The id that results have. */
    chunkId: string;
    /** The definition that it is a part or a member of ('Outer.inner'); '' at the top. */
    parent: string;
}
export interface FileChunks {
    path: string;
    /** The commit that was read; null for the working tree. */
    commit: string | null;
    language: string;
    status: FileStatus;
    /** Tells why the parser of the language was not used; null where it was, or there is none. */
    note: string | null;
    /** By their lines. */
    chunks: FileChunk[];
}
/** @throws CoraError BAD_PATH that says why it is in no index, BAD_REVISION */
export declare function fileChunks(indexing: IndexSettings, surroundings: Surroundings, request: Pick<LinesRequest, 'path' | 'revision' | 'signal'>): Promise<FileChunks>;
