/** What is to be done to one file: decided by a plan, done by writeFiles.ts. */
import type { HookName } from './install/hookNames.ts';
/** One file. Texts are latin1: a character for each byte. */
export interface FileEdit {
    file: string;
    /** Which hooks it is about; none for the script that they share and for other files. */
    hooks: readonly HookName[];
    /** Null where it is not there. */
    before: string | null;
    /** Null where it goes. As before where nothing is to do. */
    after: string | null;
    /** Of a new file; one that is there keeps its own. */
    mode: number;
    /** Why it can't be written; `after` is then as before. */
    problem: string | null;
}
/** What people and scripts are told of it. */
export interface FileChange {
    file: string;
    action: 'create' | 'change' | 'delete';
}
export declare function changesOf(edits: readonly FileEdit[]): FileChange[];
