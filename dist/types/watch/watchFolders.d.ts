/**
 * The one door to chokidar: says that something changed in a working tree or in its Git directory, and not what. Folders are
 * watched and not files, so that a tree of 100,000 files costs as much as its folders.
 */
import { CoraError } from '../errors.ts';
import type { Repository } from '../git/repository.ts';
export interface FolderWatcher {
    /** Folders that Git has come to ignore since: they are left alone from now on. */
    leave(folders: readonly string[]): void;
    close(): Promise<void>;
}
export interface WatchedTree {
    repository: Repository & {
        worktree: string;
    };
    /** Paths from the top level that need no looking into. */
    ignored: readonly string[];
    onChange(): void;
    /** What the system refused: some changes are seen later, by the next one. */
    onError(error: CoraError): void;
}
/** Resolves when every folder is watched: whoever looks at the files after that misses nothing. */
export declare function watchFolders({ repository, ignored, onChange, onError }: WatchedTree): Promise<FolderWatcher>;
