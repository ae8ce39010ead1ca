/**
 * Keeps git from pipes, devices and huge files that a handed-over repository has in the place of files that git opens.
 * It looks before the first git, and ends a git that waits for what never comes, or reads what never ends.
 */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { CoraError } from '../base/errors.ts';
/** For entries, at their exit: one that waits for ever would stay behind. */
export declare function endRunningGit(): void;
/**
 * @param mostMemory bytes; undefined: as much as honest work may take on this machine
 * @returns what says afterwards why git was ended: null where it was not
 */
export declare function endIfWaiting(child: ChildProcessWithoutNullStreams, command: string, mostMemory?: number): () => CoraError | null;
/**
 * @param dir where git will look; only the nearest folder `.git` at or above it is looked at, which costs a few microseconds
 * @throws CoraError GIT
 */
export declare function refuseDevices(dir: string): void;
