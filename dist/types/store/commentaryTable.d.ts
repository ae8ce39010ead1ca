/**
 * commentary.lance: prose about chunks, by content hash, with vectors of the folder's embedder; see CommentaryRow. Beside chunks.lance,
 * under its write lock. Its journal holds answers of a language model that the table does not hold yet. Nobody has any unasked.
 */
import type { CommentaryRow } from '../base/answerTypes.ts';
import { type SideTable } from './sideTable.ts';
export type CommentaryTable = SideTable<CommentaryRow>;
export declare function commentaryDirectory(dir: string): string;
/** One look at a folder. */
export declare function hasCommentary(dir: string): Promise<boolean>;
/** @param dir the folder of one fingerprint; else as openSideTable */
export declare function openCommentary(dir: string, dimensions: number | null, mode: 'read' | 'write'): Promise<CommentaryTable | null>;
export declare function createCommentary(dir: string, dimensions: number): Promise<CommentaryTable>;
export declare function removeCommentary(dir: string): Promise<void>;
export interface Answered {
    contentHash: string;
    model: string;
    prompt: number;
    text: string;
}
interface CommentaryJournal {
    /** What an earlier run left; lines that are torn are not among it. */
    left: Answered[];
    /** On the disk when it settles. */
    add(answer: Answered): Promise<void>;
    /** After the table has them. */
    clear(): Promise<void>;
}
/** Beside the table, for the journal and the lock of whoever writes commentary. */
export declare function commentaryHome(dir: string): string;
export declare function openJournal(home: string): Promise<CommentaryJournal>;
export {};
