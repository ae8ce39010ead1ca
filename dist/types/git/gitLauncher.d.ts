/**
 * Starts git from a small process beside this one. Node starts a process with fork, and on Linux that copies the page tables of
 * the whole parent: with a table of 100,000 rows in memory it costs 10 to 30 ms, and nothing else runs meanwhile; from a process
 * without one 2 ms. A question asks git two to four things.
 */
import type { LaunchGit } from './repository.ts';
export interface GitLauncher {
    /** Starts the process, where starting it is worth it: later calls go there once it is ready. */
    begin(): void;
    /** Null as long as nothing was begun, the process is not ready or is gone, and where git could not be started. */
    run: LaunchGit;
    /** Ends the process, and what it runs. */
    close(): void;
}
/** @returns one that ends when all who asked for it have closed theirs */
export declare function sharedGitLauncher(create?: () => GitLauncher): GitLauncher;
/** @param processUrl the process's bundle; git-launcher.js beside this one unless told otherwise */
export declare function createGitLauncher(processUrl?: URL, platform?: NodeJS.Platform): GitLauncher;
/** @param parent the process that this is: its channel leads there */
export declare function serveGitTasks(parent: NodeJS.Process): void;
