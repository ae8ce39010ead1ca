/**
 * `cora hooks run`: what a Git hook starts in the background. Brings the index to HEAD of the
 * worktrees that wait, after the last of a burst of hooks and after a rebase, merge, cherry-pick or
 * bisect has ended. One run at a time: a second one leaves its worktree to the first.
 */
import { type HookRun } from '../indexing/lastRun.ts';
import type { IndexingRequest, Surroundings } from '../settings/requests.ts';
/** Milliseconds. */
export interface HookPace {
    /** A run begins when no hook has come for that long: commits of a script are one burst. */
    quiet: number;
    /** But no later than that. */
    longestBurst: number;
    /** The longest wait for the end of a rebase; the hook that comes with it begins anew. */
    longestWait: number;
}
export interface HookRequest {
    /** The hook that Git runs; null by hand. */
    hook: string | null;
    /** `cora` in the common Git directory. */
    home: string;
    /** A worktree to refresh beside those that wait already; null where the hook has named it. */
    dir: string | null;
    surroundings: Surroundings;
    /** Returns the settings that count in a worktree. */
    settingsOf(dir: string): IndexingRequest;
    signal?: AbortSignal;
    pace?: HookPace;
}
/**
 * Refreshes the worktrees that wait.
 * @returns what was done, in order; null where another run is under way, which will do it
 */
export declare function runHook(request: HookRequest): Promise<HookRun[] | null>;
/**
 * Refuses a path that the list of worktrees cannot hold.
 * @throws CoraError STORE for a path that would be several lines
 */
export declare function refuseLineBreaks(dir: string): void;
/**
 * Adds a worktree to the list.
 * @param home `cora` in the common Git directory;
 * @param dir a worktree, or a bare repository
 */
export declare function addPending(home: string, dir: string): Promise<void>;
/**
 * Tells since when worktrees wait.
 * @returns when the last line came, milliseconds since 1970; null where there is none
 */
export declare function pendingSince(home: string): Promise<number | null>;
/** Takes what waits, each worktree once: of this run, and of one that did not get to its end. */
export declare function takePending(home: string): Promise<string[]>;
/**
 * A link among them would have the background write, and `cora status` read, what lies elsewhere.
 * @param home `cora` in the common Git directory
 * @throws CoraError STORE
 */
export declare function refuseLinkedHome(home: string): void;
/** An operation that Git is in the middle of, and at whose end it moves HEAD again. */
export type Operation = 'rebase' | 'merge' | 'cherry-pick' | 'revert' | 'bisect';
/** Returns the operation that Git is in the middle of; null for none. */
export declare function operationUnderWay(gitDir: string): Operation | null;
