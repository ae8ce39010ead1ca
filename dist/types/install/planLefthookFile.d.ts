/**
 * Our jobs in lefthook's configuration. They go into the file that is one person's own, lefthook-local.yml, which lefthook
 * merges with the team's: https://lefthook.dev/configuration/ (a command of each hook, named cora).
 */
import type { FileEdit } from './fileEdit.ts';
export declare function lefthookFile(worktree: string): string;
export declare function planLefthookFile(worktree: string, what: 'install' | 'uninstall'): FileEdit;
