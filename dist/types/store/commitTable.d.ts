/**
 * commits.lance: one row per commit message, of all branches that were indexed. A row is a function of its commit, so the table only grows;
 * a reader takes what its history holds, and scores whole scans. commits.json says whose history is in it: an accelerator only.
 */
import type { SchemaLike } from '@lancedb/lancedb';
import type { RecordBatch, Table } from 'apache-arrow';
import type { CommitRecord } from '../base/historyTypes.ts';
import type { Batch } from './readBatch.ts';
import { type SideTable } from './sideTable.ts';
/**
 * A commit with its words, split as the words of code are (words.ts): separated by single spaces, stemmed. A function of
 * the commit alone.
 */
export interface CommitRow extends CommitRecord {
    subjectWords: string;
    bodyWords: string;
    /** The distinct words of the paths that it touched. */
    pathWords: string;
}
export type CommitColumn = keyof CommitRow;
export declare function commitSchema(): SchemaLike;
export declare function sampleCommit(): Record<CommitColumn, string>;
/** @param sample a table of one row, made by LanceDB with this schema: see tableOf in schema.ts */
export declare function encodeCommits(sample: Table, rows: readonly CommitRow[]): RecordBatch;
/** The rows of a batch that a query returned; the batch must hold all of `columns`. */
export declare function decodeCommits<C extends CommitColumn>(batch: Batch, columns: readonly C[]): Pick<CommitRow, C>[];
export type CommitTable = SideTable<CommitRow>;
export declare function commitsDirectory(root: string): string;
export declare function hasCommitTable(root: string): Promise<boolean>;
/** @param root the folder that holds the stores of all embedders; else as openSideTable */
export declare function openCommitTable(root: string, mode: 'read' | 'write'): Promise<CommitTable | null>;
export declare function createCommitTable(root: string): Promise<CommitTable>;
export declare function removeCommitTable(root: string): Promise<void>;
export interface HistoryTip {
    /** The newest `limit` commits of its history are rows. */
    commit: string;
    limit: number;
    /** What it takes as its history: names the cut of a shallow clone. */
    boundary: string;
}
export declare function tipsPath(root: string): string;
export declare function readTips(root: string): Promise<HistoryTip[]>;
/** Newest first. */
export declare function writeTips(root: string, tips: readonly HistoryTip[]): Promise<void>;
export declare function removeTips(root: string): Promise<void>;
