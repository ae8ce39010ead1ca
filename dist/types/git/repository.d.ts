/**
 * A repository once it has been opened: what is known of it, how git is started for it, what it has
 * lost, and the names of its blobs.
 */
import { CoraError } from '../base/errors.ts';
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
    /** Why a HEAD that names a commit gives none, without a full stop: see refuseLostHead. */
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
export interface GitOutput {
    stdout: Buffer;
    stderr: string;
    status: number | null;
}
export interface GitTask {
    cwd: string;
    env: NodeJS.ProcessEnv;
    args: readonly string[];
    /** For standard input. */
    input: string | Uint8Array;
}
/** @returns null where the caller has to start git itself @throws CoraError ABORTED */
export type LaunchGit = (task: GitTask, signal?: AbortSignal) => Promise<GitOutput | null>;
/** `stop`: nobody waits for this task any more. */
export type LauncherRequest = (GitTask & {
    id: number;
}) | {
    stop: number;
};
/** `output` is null where git could not be started or was stopped. */
export type LauncherAnswer = 'ready' | {
    id: number;
    output: GitOutput | null;
};
export declare const FIND_LOST = "git fsck   lists what is missing; git fetch --refetch   brings back what the remote has";
export declare const FETCH_ALL = "git fetch --refetch --no-filter   brings what is missing";
/** @param what a sentence without its full stop */
export declare function lostObject({ partial }: Pick<Repository, 'partial'>, what: string): CoraError;
/** @throws CoraError GIT where HEAD names a commit that cannot be read */
export declare function refuseLostHead(repo: Pick<Repository, 'lostHead' | 'partial'>): void;
/** True for the whole name of an object, of either object format. */
export declare function isObjectName(name: string): boolean;
/** Returns the name that `git hash-object --no-filters` prints. */
export declare function blobName(bytes: Uint8Array, objectFormat: Repository['objectFormat']): string;
/** @param name of whichever object format: its length tells */
export declare function isNamed(bytes: Uint8Array, name: string): boolean;
export declare function pathFromBytes(bytes: Uint8Array): string;
/** The bytes of the path as git and the file system know it. */
export declare function bytesFromPath(path: string): Buffer;
/**
 * Returns a pathspec, and arguments of `ls-tree`. A process is given only UTF-8: where the path
 * holds something else, they are a pattern with `?` for each such byte, and all that is below the
 * folder above the first one. So the caller looks for the path in what git lists.
 */
export declare function pathArguments(path: string): {
    spec: string;
    inTree: string[];
};
/** Returns a path for Node's functions: a string wherever one names the same file. */
export declare function fsPath(root: string, path: string): string | Buffer;
/** Records that end with NUL, as `-z` prints them, with paths in them. */
export declare function nulRecords(output: Uint8Array): string[];
/** Standard input for commands that read NUL-terminated paths. */
export declare function nulPaths(paths: Iterable<string>): Buffer;
/** Splits as `split` does: what stands behind the last NUL is a part too. */
export declare function splitAtNul(bytes: Buffer): Buffer[];
