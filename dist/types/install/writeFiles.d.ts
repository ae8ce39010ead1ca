/** Writes what was planned: whole files at once, so that Git never starts half a hook, with the mode that they had. */
import type { FileEdit } from './fileEdit.ts';
/** @throws CoraError STORE where a file can't be written; those before it are */
export declare function writeFiles(edits: readonly FileEdit[]): void;
