/**
 * Commentary of somebody's artifact into the store. A model wrote it, or says who made the artifact: it is cleaned as an
 * answer of a model is, marked, and kept for contents that the store has rows of, which were made from the caller's own blobs.
 */
import type { PackedCommentary } from '../artifact/commentaryMember.ts';
import { type KeepRequest } from './keepAnswers.ts';
/** @returns how many are new */
export declare function takeCommentary(to: KeepRequest, offered: readonly PackedCommentary[]): Promise<number>;
