/**
 * Edits of files that belong to others, such as hooks and settings of clients: what is planned, how
 * a file is read before, and how it is written whole. Other modules decide what goes into it. Texts
 * are latin1, so that every byte stays.
 */
import { type Stats } from 'node:fs';
/** One file. Texts are latin1: a character for each byte. */
export interface FileEdit {
    file: string;
    /** Null where it is not there. */
    before: string | null;
    /** Null where it goes. It is as before where nothing is to do. */
    after: string | null;
    /** The mode of a new file; one that is there keeps its own. */
    mode: number;
    /** The reason why it can't be written; `after` is then as before. */
    problem: string | null;
}
/** Tells people and scripts what happens to a file. */
export interface FileChange {
    file: string;
    action: 'create' | 'change' | 'delete';
}
export declare function changesOf(edits: readonly FileEdit[]): FileChange[];
export declare function actionOf({ before, after }: Pick<FileEdit, 'before' | 'after'>): FileChange['action'] | 'none';
/** The Git hooks after which a commit may be checked out that is not indexed yet. */
export declare const HOOKS: readonly ['post-commit', 'post-merge', 'post-checkout', 'post-rewrite'];
export type HookName = (typeof HOOKS)[number];
/** Reads a file as latin1, a character for each byte; null where there is none. */
export declare function readIfThere(file: string): string | null;
/** Reads a file that nobody else has a reason to link to: behind a link it counts as not there. */
export declare function readOwn(file: string): string | null;
/**
 * Reads a file of a working tree that is written again.
 * @param name with `/`
 * @returns a problem where it, or a folder on the way, is a link: a clone must not choose where in
 * the user's home is written
 */
export declare function readWithoutLinks(worktree: string, name: string): Pick<FileEdit, 'before' | 'problem'>;
/** Turns text into what these files are held as: a character for each byte. */
export declare function inBytes(text: string): string;
/** Returns the stats of a file, for a link its own; null where there is none. */
export declare function lookIfThere(file: string): Stats | null;
/** @throws CoraError STORE where a file can't be written; those before it are */
export declare function writeFiles(edits: readonly FileEdit[]): void;
/**
 * Writes files of a working tree: folders that have become empty go with their last file.
 * @throws CoraError STORE
 */
export declare function writeTreeFiles(edits: readonly FileEdit[]): void;
