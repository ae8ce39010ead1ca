/**
 * Lines of one file, for those who are shown a repository through Cora: an agent, a page. Only
 * files that Git would commit are read, as they are now or as a commit has them; what leads out of
 * the repository, holds secrets or was to be ignored is refused.
 */
import type { FileStatus } from '../base/searchTypes.ts';
import type { ChunkRow } from '../base/types.ts';
import type { IndexSettings, Surroundings } from '../settings/requests.ts';
import { type ShownLines } from './cutLines.ts';
export interface LinesRequest {
    /** Relative to the top level, with `/`. */
    path: string;
    /** 1-based, inclusive; the whole file without them. */
    startLine?: number;
    endLine?: number;
    /** A commit, branch or tag; without it the file as it is now. */
    revision?: string;
    /**
     * The maximum number of tokens: whole lines from the first one, or what a single line has room
     * for.
     */
    budget: number;
    /** Counts what is printed for these lines; without it their text alone is counted. */
    tokensOf?: (lines: Lines) => number;
    signal?: AbortSignal;
}
export interface Lines extends ShownLines {
    /** Its origin without credentials, '' where it has none. */
    repository: string;
    /**
     * The commit that was read, also of a file that a sparse checkout leaves out; null for the
     * working tree.
     */
    commit: string | null;
    path: string;
    language: string;
    status: FileStatus;
}
/** @throws CoraError BAD_PATH that says why a file is not shown, BAD_REVISION, USAGE */
export declare function readLines(indexing: IndexSettings, surroundings: Surroundings, request: LinesRequest): Promise<Lines>;
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
