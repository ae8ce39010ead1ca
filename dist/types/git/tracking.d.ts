/** Git's index and ignore rules: which files and folders of a working tree it tracks, has not heard of, or ignores. */
import type { Repository } from './repository.ts';
interface Tracking {
    /** Git was told that it need not lie in the working tree (skip-worktree), as a sparse checkout does. */
    mayBeAbsent: boolean;
    kind: 'tracked' | 'untracked' | 'ignored';
    /** The blob that HEAD has at this path, null for none. */
    headBlob: string | null;
}
/** @param path one that checkPath lets pass */
export declare function trackingOf(repo: Repository, path: string, signal?: AbortSignal): Promise<Tracking>;
/** Costs a git process where the folder lies in a working tree, and none in a Git directory or elsewhere. @throws CoraError STORE, GIT */
export declare function refuseTracked(folder: string, env: NodeJS.ProcessEnv): Promise<void>;
/**
 * @returns the working tree around a folder, and its name there, if Git tracks anything in it; else null
 * @throws CoraError GIT where git cannot say it
 */
export declare function trackedIn(folder: string, env: NodeJS.ProcessEnv): Promise<{
    top: string;
    name: string;
} | null>;
/** By path; of a file in conflict, our side. */
export declare function indexEntries(repo: Repository): Promise<Map<string, {
    mode: string;
    blob: string;
}>>;
/** @returns paths from the top level, without the slash behind; a folder in an ignored one is not named again */
export declare function listIgnoredFolders(repo: Repository): Promise<string[]>;
export {};
