/**
 * Reads lines of a file for those who see a repository through Cora: an agent, a web page. Only
 * files that Git would commit are read, from the working tree or from a commit. Paths that lead out
 * of the repository, files with secrets in their names and ignored files are refused.
 */
import type { FileStatus } from '../base/searchTypes.ts';
import type { ChunkRow } from '../base/types.ts';
import type { IndexSettings, Surroundings } from '../settings/requests.ts';
import { type ShownLines } from './cutLines.ts';
export interface LinesRequest {
    /** Relative to the top level, with `/`. */
    path: string;
    /** 1-based, inclusive; missing for the whole file. */
    startLine?: number;
    endLine?: number;
    /** A commit, branch or tag; missing for the working tree. */
    revision?: string;
    /** The most tokens of the answer: whole lines from the first one, or a part of a single line. */
    budget: number;
    /** Counts the tokens that are printed for these lines; by default those of their text. */
    tokensOf?: (lines: Lines) => number;
    signal?: AbortSignal;
}
export interface Lines extends ShownLines {
    /** The URL of its origin without credentials; '' if there is none. */
    repository: string;
    /**
     * The commit that was read, also for a file that a sparse checkout leaves out; null for the
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
    /** The id that search results have. */
    chunkId: string;
    /** The definition of which it is a part or a member ('Outer.inner'); '' at the top level. */
    parent: string;
}
export interface FileChunks extends Pick<Lines, 'path' | 'commit' | 'language' | 'status'> {
    /** Why the language's parser was not used; null if it was, or there is none. */
    note: string | null;
    /** Sorted by lines. */
    chunks: FileChunk[];
}
/** @throws CoraError BAD_PATH that says why the file is in no index, BAD_REVISION */
export declare function fileChunks(indexing: IndexSettings, surroundings: Surroundings, request: Pick<LinesRequest, 'path' | 'revision' | 'signal'>): Promise<FileChunks>;
