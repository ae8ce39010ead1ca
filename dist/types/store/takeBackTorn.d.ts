/**
 * LanceDB takes a short write for a whole one: where a file meets a full disk or a limit on its size, it commits rows that end in the
 * middle. Such a commit, or one whose own list ends in the middle, is taken back, by the run that made it or by the next writer; the
 * version before it is the newest one again.
 */
export interface TornOptions {
    /** Paths that were looked at before: files never change. */
    whole?: Set<string>;
    /** What a finished run has written, where its sums are not on disk just now. */
    known?: ReadonlySet<string>;
}
/** The files that were not written to their ends, and what was done about them. */
interface Torn {
    /** Versions were removed. */
    isTaken: boolean;
    /** The version that is there now is made of such a file: it was cut short later, and that is doctor's. */
    isLeft: boolean;
}
/**
 * To be used under the table's write lock. Removes no version that a finished run knows, and none where no other one is whole.
 *
 * @param directory of the table; null for one in object storage, which takes no part of a file
 */
export declare function takeBackTorn(directory: string | null, { whole, known }?: TornOptions): Promise<Torn>;
/**
 * As takeBackTorn, for the run that has written.
 * @throws CoraError STORE where something was taken back, BROKEN_INDEX where something torn is left
 */
export declare function refuseTorn(directory: string | null, verb: string, options?: TornOptions): Promise<void>;
export {};
