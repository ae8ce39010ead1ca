/** The words of a path: what a file's name and its folders say about its content. Pure. */
export interface PathWords {
    /** Stemmed words of the file name up to its first dot. */
    stem: readonly string[];
    /** Stemmed words of the folders. */
    folders: ReadonlySet<string>;
    /** The file name up to its first dot, joined. */
    joined: string;
}
/** These names say nothing; the folder's name stands for the file. */
export declare const NAMELESS: ReadonlySet<string>;
export declare function pathWordsOf(path: string): PathWords;
/** How much of the file name the query asks for, 0 to 1: query terms that hit the name / words of the name, squared. */
export declare function namePrecision(path: PathWords, terms: ReadonlySet<string>): number;
/** @returns in lower case, behind its folder's name where its own says nothing: `parser/index.ts`, `openTable.ts` → `opentable.ts` */
export declare function lowerName(file: {
    path: string;
}): string;
