/**
 * The book of index jobs as one queue sees it: its reads and changes happen in order, so that no older book comes after a newer
 * one, and each book that it sees is shown to the queue before anybody else gets it.
 */
import type { Log } from '../types.ts';
import type { JobBook } from './jobBook.ts';
export declare class SharedBook {
    #private;
    constructor(home: string, log: Log, see: (book: JobBook) => void);
    /** @returns not to be changed */
    read(): Promise<JobBook>;
    /** @param then what the change means for this queue, before anybody sees the book */
    change<T>(change: (book: JobBook) => T, then?: (result: T) => void): Promise<T>;
    /** Settles when all that was begun so far is done. */
    settled(): Promise<void>;
    /** Whether the file is another one than was read last; true after a change, too. */
    isNew(): Promise<boolean>;
}
