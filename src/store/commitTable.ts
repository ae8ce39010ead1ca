/**
 * commits.lance: one row per commit message, of all branches that were indexed, beside the folders of the embedders. A row
 * is a function of its commit, so the table only grows; a reader takes what its history holds. Scores are made by the
 * reader from whole scans, which at 20,000 commits take 40 ms.
 */

import {
  type CommitRow,
  commitSchema,
  decodeCommits,
  encodeCommits,
  isCommitSchema,
  sampleCommit,
} from './commitSchema.ts';
import { hasTable } from './openTable.ts';
import { createSideTable, openSideTable, removeSideTable, type SideTable, type TableForm } from './sideTable.ts';
import { tableDirectory } from './tableHandle.ts';

export type { CommitColumn, CommitRow } from './commitSchema.ts';

const FORM: TableForm<CommitRow> = {
  name: 'commits',
  label: 'the table of commits',
  key: 'commit',
  schema: commitSchema,
  isSchema: isCommitSchema,
  sample: sampleCommit,
  encode: encodeCommits,
  decode: decodeCommits,
};

export type CommitTable = SideTable<CommitRow>;

export function commitsDirectory(root: string): string {
  return tableDirectory(root, FORM.name);
}

export function hasCommitTable(root: string): Promise<boolean> {
  return hasTable(root, FORM.name);
}

/** @param root the folder that holds the stores of all embedders; else as openSideTable */
export function openCommitTable(root: string, mode: 'read' | 'write'): Promise<CommitTable | null> {
  return openSideTable(FORM, root, mode);
}

export function createCommitTable(root: string): Promise<CommitTable> {
  return createSideTable(FORM, root);
}

export function removeCommitTable(root: string): Promise<void> {
  return removeSideTable(FORM, root);
}
