/** The bytes of files of the caller's view: committed ones from their blobs in one pass, uncommitted ones from disk. */
import type { Repository } from '../git/repository.ts';
import type { FileStatus } from '../searchTypes.ts';
/** @param known bytes of uncommitted files, by path
 *  @returns for each file its bytes as a commit holds them, null where they cannot be had; committed files first */
export declare function readContents<F extends {
    path: string;
    blob: string;
    status: FileStatus;
}>(repository: Repository, files: readonly F[], known?: ReadonlyMap<string, Uint8Array>): AsyncIterable<{
    file: F;
    bytes: Uint8Array | null;
}>;
