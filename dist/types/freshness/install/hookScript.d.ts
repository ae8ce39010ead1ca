/**
 * Texts of hooks: the script that all hooks of a directory share (hooks/cora.sh), the lines that
 * call it, and how those are put into a file of somebody else between two marks, found again and
 * taken out. Texts are read as latin1, so that lines of others stay as they are.
 */
import type { HookName } from '../fileEdit.ts';
import type { Program } from '../initClients.ts';
/**
 * Tells who runs the hooks of a directory: `clone`, this clone and its worktrees; `team`, everybody
 * who has the repository, since the hooks are tracked; `user`, one person in all repositories.
 */
export type HookAudience = 'clone' | 'team' | 'user';
/** The script's name beside the hooks. Git only runs files that have the name of a hook. */
export declare const SCRIPT_NAME = "cora.sh";
/** Beside the script of a person's hooks: no repository says what they start. */
export declare const RUNNER_NAME = "cora-runner";
/** Says which node and which Cora hooks start. @returns the lines that cora.sh reads */
export declare function runnerLines({ node, cli }: Program): string;
export declare function ownRunner(program: Program): string;
export declare function isOwnRunner(text: string): boolean;
export declare function scriptFor(audience: HookAudience): string;
/** True for a script of any version. */
export declare function isOurScript(text: string): boolean;
/**
 * Returns the lines that call the script. They never fail, never end the hook, and never read its
 * standard input.
 */
export declare function hookBlock(hook: HookName, isNewFile: boolean): string;
/** @returns what stands behind the first mark */
export declare function blockNote(isNewFile: boolean): string;
export declare function isBlockOfNewFile(block: string): boolean;
/** The first line of a hook that Git starts and that holds nothing but our lines. */
export declare const FIRST_LINE = "#!/bin/sh\n";
/** @param note behind the first mark; @param lines each ending with a newline */
export declare function blockOf(note: string, lines: string): string;
/** @returns the block without a newline at its end; null where there is none */
export declare function findBlock(text: string): string | null;
/** True if a mark stands there without its other one: only who edited it knows what is whose. */
export declare function isTorn(text: string): boolean;
/**
 * Puts the block behind the line that names the interpreter: at the end it would never be reached
 * in a hook that ends with `exit` or `exec`. Replaces the block that is there.
 */
export declare function insertBlock(text: string, block: string): string;
/** Puts the block at the end, or in the place of the one that is there. */
export declare function appendBlock(text: string, block: string): string;
/** Takes the block out; every other byte stays. */
export declare function removeBlock(text: string): string;
