/**
 * It tells whether a question, or a typed git command, asks about the history of the code: what changed, which commit, who, when.
 * It must not fire where words of history are the subject, or what a program does as it runs: better no history than a wrong one. Pure.
 */
import { type HistoryQuestion } from './historyPatterns.ts';
/** @returns null for a question about the code as it is */
export declare function readHistoryQuestion(text: string): HistoryQuestion | null;
