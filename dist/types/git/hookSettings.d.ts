/** What Git's configuration says about hooks, and whether Git runs one: only for those who install hooks. */
import type { Repository } from './repository.ts';
/** @returns core.hooksPath as it counts in this worktree, with `~` expanded; null where it is not set */
export declare function readHooksPath(repo: Repository): Promise<{
    value: string;
    scope: string;
} | null>;
/** Whether a file below a directory of the worktree is tracked. */
export declare function tracksBelow(repo: Repository, dir: string): Promise<boolean>;
/**
 * Has Git run a hook, as it would after a commit. What the hook does is the hook's matter: `extra` must tell it that this is a test.
 * @returns what the hook printed; `isKnown` is false for a Git that can't (before 2.36)
 */
export declare function runGitHook(repo: Repository, hook: string, args: readonly string[], extra: NodeJS.ProcessEnv): Promise<{
    isKnown: boolean;
    status: number | null;
    output: string;
}>;
