/**
 * Lines of one file, for those who are shown a repository through Cora: an agent, a page. Only files that Git would commit are
 * read, as they are now or as a commit has them; what leads out of the repository, holds secrets or was to be ignored is refused.
 */
import type { Options } from './options.ts';
import type { FileStatus } from './searchTypes.ts';
import { type Surroundings } from './session.ts';
export interface LinesRequest {
    /** Relative to the top level, with `/`. */
    path: string;
    /** 1-based, inclusive; the whole file without them. */
    startLine?: number;
    endLine?: number;
    /** A commit, branch or tag; without it the file as it is now. */
    revision?: string;
    /** Tokens, estimated, at most: whole lines from the first one, or what a single line has room for. */
    budget: number;
    signal?: AbortSignal;
}
export interface Lines {
    /** Its origin without credentials, '' where it has none. */
    repository: string;
    /** The commit that was read; null for the working tree. */
    commit: string | null;
    path: string;
    language: string;
    status: FileStatus;
    /** What is shown; both 0 for an empty file. */
    startLine: number;
    endLine: number;
    /** Lines of the whole file. */
    fileLines: number;
    /** Less is shown than was asked for. */
    truncated: boolean;
    /** Verbatim but for secrets, without the last line's end. */
    text: string;
}
/** @throws CoraError BAD_PATH that says why a file is not shown, BAD_REVISION, USAGE */
export declare function readLines(options: Options, surroundings: Surroundings, request: LinesRequest): Promise<Lines>;
