/**
 * Whether a question asks about the history of the code and not about the code: what changed, which commit, who, when. Pure.
 * It must not fire where words of history are the subject ("how does it change state", "who calls this", "where is the last
 * commit offset stored"): better no history than a wrong one.
 */
export interface HistoryQuestion {
    /** `latest`: the newest commits; `changes`: what was done; `who` and `when`: about one change. */
    kind: 'latest' | 'changes' | 'who' | 'when';
    /** What the question is about, without the words that ask: '' for everything. */
    subject: string;
    /** Which end of the time it asks for, where it names one. */
    order: 'newest' | 'oldest' | null;
    /** `since v1.2`, `in the last two weeks`: what --since takes; null where none is said. */
    since: string | null;
}
/** @returns null for a question about the code as it is */
export declare function readHistoryQuestion(text: string): HistoryQuestion | null;
