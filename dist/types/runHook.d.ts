/**
 * `cora hooks run`: what a Git hook starts in the background. Brings the index to HEAD of the worktrees that wait, after
 * the last of a burst of hooks and after a rebase, merge, cherry-pick or bisect has ended. One run at a time: a second one
 * leaves its worktree to the first.
 */
import type { Options } from './options.ts';
import { type HookRun } from './runHook/lastRun.ts';
import type { Surroundings } from './session.ts';
/** Milliseconds. */
export interface HookPace {
    /** A run begins when no hook has come for that long: the commits of a script or of a rebase are one burst. */
    quiet: number;
    /** But no later than that. */
    longestBurst: number;
    /** How long the end of a rebase is waited for; the hook that comes with it begins anew. */
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
    /** The settings that count in a worktree. */
    settle(dir: string): Options;
    signal?: AbortSignal;
    pace?: HookPace;
}
/** @returns what was done, in order; null where another run is under way, which will do it */
export declare function runHook(request: HookRequest): Promise<HookRun[] | null>;
