/**
 * Commentary of somebody's artifact into the store. A model wrote it, or says who made the artifact: it is cleaned as an
 * answer of a model is, marked, and kept for contents that the store has rows of, which were made from the caller's own blobs.
 */
import { type KeepRequest } from '../../indexing/keepAnswers.ts';
import type { PackedCommentary } from './members.ts';
/** @returns how many are new */
export declare function takeCommentary(to: KeepRequest, offered: readonly PackedCommentary[]): Promise<number>;
