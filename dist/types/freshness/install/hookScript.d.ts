/** What is written: the script that all hooks of a directory share (hooks/cora.sh) and the lines that call it. Texts only. */
import type { Program } from '../planClientFile.ts';
import type { HookName } from './hookNames.ts';
/**
 * Who runs the hooks of a directory: `clone`, this clone and its worktrees; `team`, everybody who has the repository, since
 * the hooks are tracked; `user`, one person in all repositories.
 */
export type HookAudience = 'clone' | 'team' | 'user';
/** Beside the hooks. Git runs files by the names of hooks only. */
export declare const SCRIPT_NAME = "cora.sh";
/** Beside the script of a person's hooks: a repository that they come to does not say what they start. */
export declare const RUNNER_NAME = "cora-runner";
/** @returns the lines that cora.sh reads */
export declare function runnerLines({ node, cli }: Program): string;
export declare function ownRunner(program: Program): string;
export declare function isOwnRunner(text: string): boolean;
export declare function scriptFor(audience: HookAudience): string;
export declare function isOurScript(text: string): boolean;
/** The lines of a hook. They never fail, never read the hook's standard input and end it early in the self-test only. */
export declare function hookBlock(hook: HookName, isNewFile: boolean): string;
/** @returns what stands behind the first mark */
export declare function blockNote(isNewFile: boolean): string;
export declare function isBlockOfNewFile(block: string): boolean;
/** Of a hook that holds nothing but our lines. husky reads its hooks with `sh`, Git starts them. */
export declare const FIRST_LINE = "#!/bin/sh\n";
