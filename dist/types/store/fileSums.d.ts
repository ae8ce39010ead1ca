/**
 * <table>.lance/sums.json: size and SHA-256 of the table's files, as the last run that wrote them left them. LanceDB writes a
 * file once and never changes it, but notices a changed byte only where it happens to break the format. Doctor compares;
 * nothing else reads this. Not a signature.
 */
interface FileSum {
    size: number;
    /** As `stat` says it, to tell without reading that a file is the one that was read. */
    mtimeMs: number;
    sha256: string;
}
/** By path under the table's folder, with `/`. */
export type FileSums = Readonly<Record<string, FileSum>>;
/**
 * To be called before files are removed, under the table's write lock: a run that is killed then leaves no sums of files
 * that it has removed.
 * @returns for `writeSums`
 */
export declare function takeSums(directory: string): Promise<FileSums>;
/** Reads the files that are new since `known`. */
export declare function writeSums(directory: string, known: FileSums): Promise<void>;
/** @returns paths under the table's folder of files that are gone or not as they were written, sorted; none where there are no sums */
export declare function damagedFiles(directory: string): Promise<string[]>;
export {};
