/**
 * An open repository: what is known of it, how git runs for it, which objects it has lost, and the
 * names of its blobs and paths.
 */
import { CoraError } from '../base/errors.ts';
export interface Commit {
    commit: string;
    tree: string;
}
export interface Repository {
    /** The real path of the working tree's top level; null if there is none (bare). */
    worktree: string | null;
    /** The git directory of this worktree, absolute. */
    gitDir: string;
    /** The git directory that all worktrees share, absolute. */
    commonDir: string;
    objectFormat: 'sha1' | 'sha256';
    /** True if its history is cut off. */
    shallow: boolean;
    /** True for a partial clone: blobs may be missing, and git would fetch them. */
    partial: boolean;
    /** HEAD when the repository was opened; null on a branch without a commit. */
    head: Commit | null;
    /** Why the commit that HEAD names cannot be read, without a full stop: see refuseLostHead. */
    lostHead?: string;
    /** The environment that git runs with: see gitEnvironment. */
    env: NodeJS.ProcessEnv;
    /** Starts git in another process, if this one is large. */
    launch?: LaunchGit;
}
/** The tree without entries. Git knows it even if it is not stored. */
export declare const EMPTY_TREE: {
    readonly sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
    readonly sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321';
};
export declare const LINK_MODE = "120000";
export declare const SUBMODULE_MODE = "160000";
/** Cora's for a second entry of a path, in a tree that git would not make: git takes the first. */
export declare const TWICE = "000000";
export interface GitOutput {
    stdout: Buffer;
    stderr: string;
    status: number | null;
}
export interface GitTask {
    cwd: string;
    env: NodeJS.ProcessEnv;
    args: readonly string[];
    /** Written to standard input. */
    input: string | Uint8Array;
}
/** @returns null if the caller has to start git itself @throws CoraError ABORTED */
export type LaunchGit = (task: GitTask, signal?: AbortSignal) => Promise<GitOutput | null>;
/** `stop` ends a task for which nobody waits any more. */
export type LauncherRequest = (GitTask & {
    id: number;
}) | {
    stop: number;
};
/** `output` is null if git could not be started or was stopped. */
export type LauncherAnswer = 'ready' | {
    id: number;
    output: GitOutput | null;
};
export declare const FIND_LOST = "git fsck   lists what is missing; git fetch --refetch   brings back what the remote has";
export declare const FETCH_ALL = "git fetch --refetch --no-filter   brings what is missing";
/** @param what a sentence without its full stop */
export declare function lostObject({ partial }: Pick<Repository, 'partial'>, what: string): CoraError;
/** @throws CoraError GIT if HEAD names a commit that cannot be read */
export declare function refuseLostHead(repo: Pick<Repository, 'lostHead' | 'partial'>): void;
/** @param code NO_INDEX where an index is asked for, which cannot be there before a commit is */
export declare function nothingCommitted(code: 'BAD_REVISION' | 'NO_INDEX'): CoraError;
/** True for an error of nothingCommitted, also one that a thread has sent: no build helps. */
export declare function isOfNoCommits({ hint }: Pick<CoraError, 'hint'>): boolean;
/** True for the complete name of an object in either format. */
export declare function isObjectName(name: string): boolean;
/** Returns the name that `git hash-object --no-filters` prints. */
export declare function blobName(bytes: Uint8Array, objectFormat: Repository['objectFormat']): string;
/** @param name in either object format, which its length tells */
export declare function isNamed(bytes: Uint8Array, name: string): boolean;
export declare function pathFromBytes(bytes: Uint8Array): string;
/** Returns the bytes of a path for git and the file system. */
export declare function bytesFromPath(path: string): Buffer;
/**
 * Returns a path as a pathspec, and as arguments of `ls-tree`. Processes are started only with
 * UTF-8. If the path has other bytes, the pathspec is a pattern with `?` for each of them, and the
 * arguments are the folder above the first one. The caller then looks for the path in git's output.
 */
export declare function pathArguments(path: string): {
    spec: string;
    inTree: string[];
};
/** Returns a path for Node's functions: a string if that names the same file. */
export declare function fsPath(root: string, path: string): string | Buffer;
/** Splits the output of `-z` into records, as paths. */
export declare function nulRecords(output: Uint8Array): string[];
/** Returns the standard input for commands that read paths with NULs. */
export declare function nulPaths(paths: Iterable<string>): Buffer;
/** Splits at NULs. Text behind the last NUL is a part too. */
export declare function splitAtNul(bytes: Buffer): Buffer[];
