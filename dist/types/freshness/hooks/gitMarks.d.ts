/**
 * Marks in the Git directory: the worktrees that wait for a refresh (hooks/cora.sh appends a line
 * to `pending`; a run keeps them in `taken` until it is done, so that a killed one loses none), and
 * those of a rebase or merge that Git is in the middle of.
 */
/** @throws CoraError STORE for a path that would be several lines */
export declare function refuseLineBreaks(dir: string): void;
/**
 * @param home `cora` in the common Git directory;
 * @param dir a worktree, or a Git directory without one
 */
export declare function addPending(home: string, dir: string): Promise<void>;
/** @returns when the last line came, milliseconds since 1970; null where there is none */
export declare function pendingSince(home: string): Promise<number | null>;
/** Takes what waits, each worktree once: of this run, and of one that did not get to its end. */
export declare function takePending(home: string): Promise<string[]>;
/** Writes down what is still to be done; nothing to do removes the list. */
export declare function keepTaken(home: string, dirs: readonly string[]): Promise<void>;
/** @param home `cora` in the common Git directory. @throws CoraError STORE */
export declare function refuseLinkedHome(home: string): void;
export type Operation = 'rebase' | 'merge' | 'cherry-pick' | 'revert' | 'bisect';
export declare function operationUnderWay(gitDir: string): Operation | null;
