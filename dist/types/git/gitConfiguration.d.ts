/** Git's configuration: where a repository came from, without passwords and tokens, and which hooks Git runs. */
import type { Repository } from './repository.ts';
/** The address of `origin`, or of the first remote by name; '' where there is none. */
export declare function originOf(repo: Repository): Promise<string>;
/**
 *     https://me:token@example.com/a/b.git?key=1 → https://example.com/a/b.git
 *     ssh://git:secret@example.com/a/b.git       → ssh://git@example.com/a/b.git
 *     git@example.com:a/b.git                    → the same
 *     me:token@example.com:a/b.git               → me@example.com:a/b.git, though Git does not take it
 *     ext::ssh me:token@example.com              → ext::…, whose text is a program's own
 */
export declare function withoutCredentials(url: string): string;
/** @returns core.hooksPath as it counts in this worktree, with `~` expanded; null where it is not set */
export declare function readHooksPath(repo: Repository): Promise<{
    value: string;
    scope: string;
} | null>;
/** Where Git itself looks for hooks. Absolute. */
export declare function gitHooksDir(repo: Repository): Promise<string>;
/** Programs that newer versions of git run as hooks because the configuration says so: `hook.NAME.command`. */
export declare function configuredHooks(repo: Repository): Promise<string[]>;
/** Whether a file below a directory of the worktree is tracked. */
export declare function tracksBelow(repo: Repository, dir: string): Promise<boolean>;
/**
 * Has Git run a hook, as it would after a commit. What the hook does is the hook's matter: `extra` must tell it that this is a test.
 * @param mostMs nobody waits longer for it; what it has started goes on
 * @returns what the hook printed; `isKnown` is false for a Git that can't (before 2.36)
 */
export declare function runGitHook(repo: Repository, hook: string, args: readonly string[], extra: NodeJS.ProcessEnv, mostMs?: number): Promise<{
    isKnown: boolean;
    hasEnded: boolean;
    output: string;
}>;
