/**
 * Which worktrees wait for a refresh. hooks/cora.sh appends a line to `pending` for each hook that Git runs; a run takes
 * them all and keeps them in `taken` until it is done, so that one that is killed loses none.
 */
/** @param home `cora` in the common Git directory; @param dir a worktree, or a Git directory without one */
export declare function addPending(home: string, dir: string): Promise<void>;
/** @returns when the last line came, milliseconds since 1970; null where there is none */
export declare function pendingSince(home: string): Promise<number | null>;
/** Takes what waits, each worktree once: of this run, and of one that did not get to its end. */
export declare function takePending(home: string): Promise<string[]>;
/** What is still to be done; nothing ends the list. */
export declare function keepTaken(home: string, dirs: readonly string[]): Promise<void>;
