/**
 * commentary/journal.jsonl: answers of a language model that the table does not hold yet. Each is on the disk before the next
 * request is made, so that a run that is killed has paid for nothing twice; the table gets them many at a time, because
 * each of its commits costs as much as a hundred lines here. To be used under the lock of its folder.
 */
export interface Answered {
    contentHash: string;
    model: string;
    prompt: number;
    text: string;
}
export interface CommentaryJournal {
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
