/**
 * `cora watch`: file events → refresh. Events only say that something changed; what did is read
 * from Git and from the files, each time anew, so that no event can be lost or come in the wrong
 * order. An optimisation: every query looks for itself.
 */
import { CoraError } from '../base/errors.ts';
import type { IndexReport, Progress } from '../base/types.ts';
import { type Repository } from '../git/repository.ts';
import { type IndexedEdits } from '../indexing/indexEdits.ts';
import type { IndexingRequest, Surroundings } from '../settings/requests.ts';
import { type Operation } from './runHook.ts';
/** The result of one look at the repository. */
export interface Refresh {
    /** The commit that is checked out; null before the first one. */
    commit: string | null;
    /** Null where its index was there. */
    index: IndexReport | null;
    /** The uncommitted files that were indexed. */
    edits: IndexedEdits;
    /** The operation of Git whose end is waited for; null for none. */
    waitsFor: Operation | null;
    tookMs: number;
}
export interface WatchRequest {
    settings: IndexingRequest;
    surroundings: Surroundings;
    signal: AbortSignal;
    onReady?(): void;
    onProgress(progress: Progress): void;
    onRefresh(refresh: Refresh): void;
    /** Reports what went wrong this time; the watching goes on. */
    onError(error: unknown): void;
    pace?: Pace;
}
/**
 * Watches a repository until the signal.
 * @throws CoraError NOT_A_REPOSITORY (also when the repository goes away), USAGE (a bare one),
 * EMBEDDER, …
 */
export declare function watchRepository(request: WatchRequest): Promise<void>;
/** Milliseconds. */
interface Pace {
    /** A storm is over when nothing came for that long. */
    quiet: number;
    /** But no later than that after its first event. */
    longest: number;
}
/** Who waits is woken when it has been quiet for a moment, or has rung for too long. */
export declare class Bell {
    #private;
    constructor(pace: Pace);
    /** Also while an earlier storm is answered: the next one begins with it. */
    ring(): void;
    /** @returns false where the signal ended the waiting */
    next(signal: AbortSignal): Promise<boolean>;
}
export interface FolderWatcher {
    /** Folders that Git has come to ignore since: they are left alone from now on. */
    leave(folders: readonly string[]): void;
    close(): Promise<void>;
}
interface WatchedTree {
    repository: Repository & {
        worktree: string;
    };
    /** Paths from the top level that need no looking into. */
    ignored: readonly string[];
    onChange(): void;
    /** Reports what the system refused: some changes are seen later, by the next one. */
    onError(error: CoraError): void;
}
/**
 * Folders are watched and not files: a tree of 100,000 files costs as much as its folders.
 * @returns when every folder is watched: whoever looks at the files after that misses nothing
 */
export declare function watchFolders({ repository, ignored, onChange, onError }: WatchedTree): Promise<FolderWatcher>;
export {};
