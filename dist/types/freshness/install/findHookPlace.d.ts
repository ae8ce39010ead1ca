/**
 * Finds where Git looks for the hooks of a repository, and whose that place is: its own, a hook
 * manager's, a team's or a person's. Looks at files; what Git has to say is given.
 */
import type { HookAudience } from './hookScript.ts';
export interface HookFacts {
    /** The directory of this worktree; null in a bare repository. */
    worktree: string | null;
    gitDir: string;
    commonDir: string;
    /** core.hooksPath as it counts here, with `~` expanded; null where it is not set. */
    hooksPath: {
        value: string;
        scope: string;
    } | null;
    /** True if Git tracks files below a directory of the worktree. */
    tracks(dir: string): Promise<boolean>;
}
export interface HookPlace {
    manager: 'git' | 'husky' | 'lefthook';
    /** The folder to which our lines go. */
    dir: string;
    /**
     * The folder in which Git looks. With husky 9 that is a generated directory, whose scripts run
     * those of `dir`.
     */
    gitLooksIn: string;
    audience: HookAudience;
    /** The reason why nothing is written there unless the user asks for it. */
    reserved: {
        message: string;
        hint: string;
        canForce: boolean;
    } | null;
}
export declare function findHookPlace(facts: HookFacts): Promise<HookPlace>;
/** The configurations of lefthook that a team shares, as far as they are there. */
export declare function lefthookConfigs(worktree: string): string[];
/** Returns the paths at which lefthook looks for a configuration, in its order. */
export declare function lefthookNames(stem: 'lefthook' | 'lefthook-local'): string[];
/**
 * True if pre-commit wrote a hook. It runs `<hook>.legacy` first, keeps it when it is installed
 * again and moves it back when it is uninstalled.
 */
export declare function isPreCommitHook(file: string): boolean;
/** True if lefthook (or a wrapper of it) is what Git would run. */
export declare function isLefthookHook(file: string): boolean;
