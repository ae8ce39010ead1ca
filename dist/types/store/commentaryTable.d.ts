/**
 * commentary.lance: prose about chunks, by content hash, with vectors of the folder's embedder; see CommentaryRow. Beside
 * chunks.lance, under its write lock. Where nobody asked for commentary there is none.
 */
import type { CommentaryRow } from '../answerTypes.ts';
import { type SideTable } from './sideTable.ts';
export type CommentaryTable = SideTable<CommentaryRow>;
export declare function commentaryDirectory(dir: string): string;
/** One look at a folder. */
export declare function hasCommentary(dir: string): Promise<boolean>;
/** @param dir the folder of one fingerprint; else as openSideTable */
export declare function openCommentary(dir: string, dimensions: number | null, mode: 'read' | 'write'): Promise<CommentaryTable | null>;
export declare function createCommentary(dir: string, dimensions: number): Promise<CommentaryTable>;
export declare function removeCommentary(dir: string): Promise<void>;
