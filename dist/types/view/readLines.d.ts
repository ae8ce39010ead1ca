/**
 * Lines of one file, for those who are shown a repository through Cora: an agent, a page. Only
 * files that Git would commit are read, as they are now or as a commit has them; what leads out of
 * the repository, holds secrets or was to be ignored is refused.
 */
import type { FileStatus } from '../base/searchTypes.ts';
import type { IndexSettings, Surroundings } from '../settings/requests.ts';
import { type ShownLines } from './cutLines.ts';
import type { Workspace } from './workspace.ts';
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
/** A file that may be shown, and where it was read. */
export interface ShownFile {
    workspace: Workspace;
    /** The commit that was read; null for the working tree. */
    commit: {
        commit: string;
        tree: string;
    } | null;
    status: FileStatus;
    /** The whole file, with secrets written over. */
    text: string;
}
/** @throws CoraError BAD_PATH that says why a file is not shown, BAD_REVISION */
export declare function readShown(indexing: IndexSettings, surroundings: Surroundings, { path, revision, signal }: Pick<LinesRequest, 'path' | 'revision' | 'signal'>): Promise<ShownFile>;
/** @throws CoraError BAD_PATH that says why a file is not shown, BAD_REVISION, USAGE */
export declare function readLines(indexing: IndexSettings, surroundings: Surroundings, request: LinesRequest): Promise<Lines>;
