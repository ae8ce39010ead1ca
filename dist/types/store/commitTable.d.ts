/**
 * commits.lance: one row per commit message, of all branches that were indexed, beside the folders of the embedders. A row
 * is a function of its commit, so the table only grows; a reader takes what its history holds. Scores are made by the
 * reader from whole scans, which at 20,000 commits take 40 ms.
 */
import { type CommitRow } from './commitSchema.ts';
import { type SideTable } from './sideTable.ts';
export type { CommitColumn, CommitRow } from './commitSchema.ts';
export type CommitTable = SideTable<CommitRow>;
export declare function commitsDirectory(root: string): string;
export declare function hasCommitTable(root: string): Promise<boolean>;
/** @param root the folder that holds the stores of all embedders; else as openSideTable */
export declare function openCommitTable(root: string, mode: 'read' | 'write'): Promise<CommitTable | null>;
export declare function createCommitTable(root: string): Promise<CommitTable>;
export declare function removeCommitTable(root: string): Promise<void>;
