/**
 * Reads what in a question may be the path of a file: `src/store.ts`, `./src/store.ts:12`,
 * `src\store.ts`, `src/store.ts#L12`. The files of a view that they mean are found by anchors.ts.
 * Pure.
 */
export interface WrittenPath {
    /** With `/` between its folders, without a line number. */
    path: string;
    /** The question is this path and nothing else. */
    alone: boolean;
}
/**
 * @param text a question, or the end of a chat
 * @returns each once; one place of the text may be read in several ways, of which a view knows one
 */
export declare function writtenPaths(text: string): WrittenPath[];
