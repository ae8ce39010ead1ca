/** Which files an installation or a removal writes, and with what. Reads; writeFiles.ts writes. */
import type { FileEdit } from './fileEdit.ts';
import { type HookPlace } from './findHookPlace.ts';
import { type HookName } from './hookNames.ts';
/** Where our lines of a hook belong. */
export declare function hookFile({ manager, dir }: HookPlace, hook: HookName): string;
export declare function planInstall(place: HookPlace, worktree: string | null): FileEdit[];
/** @param dirs where our lines may be; @param worktree where a hook manager's file may hold them */
export declare function planUninstall(dirs: readonly string[], worktree: string | null): FileEdit[];
export declare function readIfThere(file: string): string | null;
