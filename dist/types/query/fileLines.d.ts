/** The lines of a text by number, without copying the text. Pure. */
export interface FileLines {
    /** A last line's end begins no further line; an empty text has no line. */
    count: number;
    /** @param line 1-based, within the text */
    isBlank(line: number): boolean;
    /** Characters of the line, without its end. */
    lengthOf(line: number): number;
    /** Lines `from` to `to`, 1-based and inclusive, as far as they are there, without the last one's end. */
    slice(from: number, to: number): string;
}
export declare function fileLinesOf(text: string): FileLines;
