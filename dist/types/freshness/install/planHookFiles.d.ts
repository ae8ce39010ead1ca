/**
 * Finds where the hooks of a repository go, and plans which files an installation or a removal
 * writes there, and with what: Git's and husky's hooks, and for lefthook its lefthook-local.yml
 * (https://lefthook.dev/configuration/). Reads; writeFiles writes.
 */
import { type FileEdit, type HookName } from '../fileEdit.ts';
import type { Program } from '../initClients.ts';
import { type HookAudience } from './hookScript.ts';
/** Returns where our lines of a hook belong. */
export declare function hookFile({ manager, dir }: HookPlace, hook: HookName): string;
/**
 * Plans the files of an installation.
 * @param program what the hooks of a person start; those of a repository look into its .git
 */
export declare function planInstall(place: HookPlace, worktree: string | null, program: Program): FileEdit[];
/**
 * Plans the files of a removal.
 * @param dirs where our lines may be;
 * @param worktree where a hook manager's file may hold them
 */
export declare function planUninstall(dirs: readonly string[], worktree: string | null): FileEdit[];
export declare function lefthookFile(worktree: string): string;
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
/** Finds where hooks go, and who runs them there. */
export declare function findHookPlace(facts: HookFacts): Promise<HookPlace>;
/** The configurations of lefthook that a team shares, as far as they are there. */
export declare function lefthookConfigs(worktree: string): string[];
/** True if lefthook (or a wrapper of it) is what Git would run. */
export declare function isLefthookHook(file: string): boolean;
