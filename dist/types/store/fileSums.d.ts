/**
 * <table>.lance/sums.json: size and SHA-256 of the table's files, as the last run that wrote them left them, and what it means where
 * a file is another one now. LanceDB notices a changed byte only where it happens to break the format. Not a signature.
 */
interface FileSum {
    size: number;
    /** As `stat` says it, to tell without reading that a file is the one that was read. */
    mtimeMs: number;
    sha256: string;
}
/** By path under the table's folder, with `/`. */
type FileSums = Readonly<Record<string, FileSum>>;
/**
 * To be called before files are removed, under the table's write lock: a run that is killed then leaves no sums of files
 * that it has removed.
 * @returns for `writeSums`
 */
export declare function takeSums(directory: string): Promise<FileSums>;
/** Reads the files that are new since `known`. */
export declare function writeSums(directory: string, known: FileSums): Promise<void>;
/** @returns paths under the table's folder of the files that the last run that came to its end left */
export declare function knownFiles(directory: string): Promise<Set<string>>;
interface Damage {
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
export {};
