/**
 * commentary.lance: prose about chunks, by content hash, with vectors of the folder's embedder; see CommentaryRow. Beside
 * chunks.lance, under its write lock. Where nobody asked for commentary there is none.
 */

import type { CommentaryRow } from '../base/answerTypes.ts';
import {
  commentarySchema,
  decodeCommentary,
  encodeCommentary,
  isCommentarySchema,
  sampleCommentary,
} from './commentarySchema.ts';
import { COMMENTARY, hasTable } from './openTable.ts';
import { createSideTable, openSideTable, removeSideTable, type SideTable, type TableForm } from './sideTable.ts';
import { tableDirectory } from './tableHandle.ts';

export type CommentaryTable = SideTable<CommentaryRow>;

/** @param dimensions null: only to be read, and not its vectors */
function formOf(dimensions: number | null): TableForm<CommentaryRow> {
  return {
    name: COMMENTARY,
    label: 'the table of commentary',
    key: 'contentHash',
    schema: () => commentarySchema(dimensions ?? 0),
    isSchema: (schema) => isCommentarySchema(schema, dimensions),
    sample: () => sampleCommentary(dimensions ?? 0),
    encode: encodeCommentary,
    decode: decodeCommentary,
  };
}

export function commentaryDirectory(dir: string): string {
  return tableDirectory(dir, COMMENTARY);
}

/** One look at a folder. */
export function hasCommentary(dir: string): Promise<boolean> {
  return hasTable(dir, COMMENTARY);
}

/** @param dir the folder of one fingerprint; else as openSideTable */
export function openCommentary(
  dir: string,
  dimensions: number | null,
  mode: 'read' | 'write',
): Promise<CommentaryTable | null> {
  return openSideTable(formOf(dimensions), dir, mode);
}

export function createCommentary(dir: string, dimensions: number): Promise<CommentaryTable> {
  return createSideTable(formOf(dimensions), dir);
}

export function removeCommentary(dir: string): Promise<void> {
  return removeSideTable(formOf(null), dir);
}
