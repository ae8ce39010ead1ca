/** Files of a table that are not as they were written, by what that means. */
export interface Damage {
    /** Of indexes, which are made of the rows. */
    indexes: string[];
    /** Of the newest version: rows, or the list of them. */
    rows: string[];
    /** Of earlier versions only: they can go. */
    old: string[];
    /** Lists of rows that are newer than the newest one there is: the table is what it was before the last run. */
    newer: string[];
}
/** @param directory of the table; paths are relative to it */
export declare function inspectSums(directory: string): Promise<Damage>;
/** They could not be read by anybody, and LanceDB's own cleaning stumbles over them. */
export declare function removeOldFiles(directory: string): Promise<void>;
