/** Whether one file of a repository is found by a query, with how many chunks; and if not, why. */
import type { Options } from './options.ts';
import type { FileStatus } from './searchTypes.ts';
import { type Surroundings } from './session.ts';
export interface FileInIndex {
    path: string;
    status: FileStatus;
    /** As a query sees it: an uncommitted edit is chunked in memory. */
    chunks: number;
}
/**
 * @param path relative to the top level, with `/`
 * @throws CoraError BAD_PATH that says why the file is not found by queries, NO_INDEX
 */
export declare function fileInIndex(path: string, options: Options, surroundings: Surroundings): Promise<FileInIndex>;
