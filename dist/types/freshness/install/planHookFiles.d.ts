/**
 * Which files an installation or a removal of hooks writes, and with what: Git's and husky's hooks, and for lefthook its
 * lefthook-local.yml (https://lefthook.dev/configuration/). Reads; writeFiles writes.
 */
import { type FileEdit, type HookName } from '../fileEdit.ts';
import type { Program } from '../initClients.ts';
import { type HookPlace } from './findHookPlace.ts';
/** Where our lines of a hook belong. */
export declare function hookFile({ manager, dir }: HookPlace, hook: HookName): string;
/** @param program what the hooks of a person start; those of a repository look into its Git directory */
export declare function planInstall(place: HookPlace, worktree: string | null, program: Program): FileEdit[];
/** @param dirs where our lines may be; @param worktree where a hook manager's file may hold them */
export declare function planUninstall(dirs: readonly string[], worktree: string | null): FileEdit[];
export declare function lefthookFile(worktree: string): string;
