/** What the rest of this folder knows of a repository once it has been opened. */
import type { LaunchGit } from './launcherMessages.ts';
export interface Commit {
    commit: string;
    tree: string;
}
export interface Repository {
    /** Real path of the working tree's top level; null where there is none (bare). */
    worktree: string | null;
    /** The git directory of this worktree, absolute. */
    gitDir: string;
    /** The git directory that all worktrees share, absolute. */
    commonDir: string;
    objectFormat: 'sha1' | 'sha256';
    /** History is cut off somewhere. */
    shallow: boolean;
    /** A partial clone: blobs may be missing, and git would fetch them. */
    partial: boolean;
    /** HEAD when the repository was opened; null on a branch without a commit. */
    head: Commit | null;
    /** Why a HEAD that names a commit gives none, as a sentence without its full stop: see refuseLostHead. */
    lostHead?: string;
    /** The environment that git runs with: see gitEnvironment. */
    env: NodeJS.ProcessEnv;
    /** Starts git in the place of this process, where that is large. */
    launch?: LaunchGit;
}
/** The tree without entries. Git knows it without having stored it. */
export declare const EMPTY_TREE: {
    readonly sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
    readonly sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321';
};
export declare const LINK_MODE = "120000";
export declare const SUBMODULE_MODE = "160000";
