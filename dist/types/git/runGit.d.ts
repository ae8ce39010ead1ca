/**
 * The one door to git: its environment and settings (English, without locks and network, inert), its output and its errors.
 * No program that a repository's configuration names is started. Output means what the callers say. Git 2.31 or newer.
 */
import { type ChildProcessWithoutNullStreams } from 'node:child_process';
import { CoraError } from '../base/errors.ts';
import type { GitOutput, LaunchGit, Repository } from './repository.ts';
/** Where and with what environment (of gitEnvironment) git runs. */
export interface GitPlace {
    cwd: string;
    env: NodeJS.ProcessEnv;
    /** Of processes that stay: see Repository. */
    launch?: LaunchGit | undefined;
}
interface RunOptions {
    /** Written to standard input. */
    input?: string | Uint8Array;
    signal?: AbortSignal;
    /** Do not throw when git exits with another status than 0. */
    mayFail?: boolean;
    /** Let git read core.hooksPath and run what it finds there. For nothing but the self-test of hooks that the user has installed. */
    withHooks?: boolean;
}
/** Where git runs for a repository: at its top level, so that paths are relative to it. */
export declare function placeOf(repo: Repository): GitPlace;
/**
 * Runs git to its end.
 * @throws CoraError GIT (not installed, or it failed: its first words are in the message), STORE (what the machine lacks), ABORTED
 */
export declare function runGit(place: GitPlace, args: readonly string[], options?: RunOptions): Promise<GitOutput>;
interface RunningGit {
    child: ChildProcessWithoutNullStreams;
    /** Settles when git has ended and its output is closed; rejects where it could not be started, was aborted or waits for ever. */
    ended: Promise<{
        status: number | null;
        stderr: string;
    }>;
}
/** Starts git for callers that stream its input and output. They must end standard input and wait for `ended`. */
export declare function startGit(place: GitPlace, args: readonly string[], { signal, withHooks }?: {
    signal?: AbortSignal | undefined;
    withHooks?: boolean;
}): RunningGit;
/** @param args what was run; @param stderr its words */
export declare function gitFailed(args: readonly string[], stderr: string, status: number | null): CoraError;
/** For every diff: no external program, no textconv, and no look into submodules, whose own configuration would count. */
export declare const INERT_DIFF: string[];
/** @param env the caller's environment; it is not changed */
export declare function gitEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
/** Settings for one command through the environment, where a name may hold any character. */
export declare function withSettings(env: NodeJS.ProcessEnv, settings: readonly (readonly [string, string])[]): NodeJS.ProcessEnv;
export {};
