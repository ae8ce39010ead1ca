/** cora.config.json of a repository that has none: the two settings that people look for, at their defaults. */
import type { FileEdit } from './fileEdit.ts';
/** @returns nothing to do where there is one, whatever it says */
export declare function planConfigFile(worktree: string): FileEdit[];
