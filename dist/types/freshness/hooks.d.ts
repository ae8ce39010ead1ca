/**
 * `cora hooks install`, `uninstall`, `status`: finds where Git looks for hooks, plans what to
 * write, writes it, and reads what is there. It never runs a hook. The work of a hook is in
 * runHook.ts.
 */
import type { Repository } from '../git/repository.ts';
import { type HookRun } from '../indexing/lastRun.ts';
import type { Surroundings } from '../settings/requests.ts';
import { type FileChange, type HookName } from './fileEdit.ts';
import type { Program } from './initClients.ts';
import { type HookPlace } from './install/planHookFiles.ts';
export interface HooksRequest {
    surroundings: Pick<Surroundings, 'dir' | 'env'>;
    /** Write also where hooks are shared with other people or repositories. */
    force: boolean;
    dryRun: boolean;
}
export interface HooksStatus {
    manager: HookPlace['manager'];
    /** The folders to which Cora's lines go, and in which Git looks. Absolute. */
    dir: string;
    gitLooksIn: string;
    /** The reason why nothing is written there without --force. */
    reserved: string | null;
    hooks: HookState[];
    /** The program that a hook starts; null where only the PATH says. */
    starts: Program | null;
    lastRun: HookRun | null;
    /** True if a hook has come that no run has dealt with. */
    pending: boolean;
    log: string;
}
export interface HooksChange {
    /** Files that were written, or would be. */
    files: FileChange[];
    /** Files that can't be written, or are not touched, each with what to do instead. */
    problems: string[];
    status: HooksStatus;
}
/**
 * Installs the hooks: the runner, then a line in the file of each hook, where the repository keeps
 * them (hooks/, core.hooksPath, husky, lefthook).
 * @throws CoraError USAGE where the hooks are shared and `force` is not set; STORE where a file
 * can't be written, or the path has a line break
 */
export declare function installHooks(program: Program, request: HooksRequest): Promise<HooksChange>;
/** Removes Cora's lines, marks and logs. */
export declare function uninstallHooks(request: HooksRequest): Promise<HooksChange>;
export declare function hooksOf(repository: Repository): Promise<HooksStatus>;
/** Returns where hooks leave marks and logs: with the clone, wherever its index is kept. */
export declare function homeOf({ commonDir }: Pick<Repository, 'commonDir'>): string;
interface HookState {
    hook: HookName;
    /** The file where Cora's lines are, or would be. */
    file: string;
    installed: boolean;
    /** The problem with them, and what to do; null where Git gets to lines of this version. */
    reason: string | null;
}
export {};
