/**
 * Word → token number, straight on the bytes of the vocabulary. A Map of 25,000 strings takes ten times as long to fill as
 * the whole model takes to load otherwise, and a command-line query asks for a handful of words.
 */
export declare class BuiltinVocabulary {
    #private;
    /** Of tokens. */
    readonly size: number;
    /** ASCII words in order of their numbers, each followed by a newline. */
    readonly bytes: Uint8Array;
    constructor(bytes: Uint8Array, size: number);
    /** @returns the number of text.slice(start, end), -1 where it is unknown; only a to z and digits are ever known */
    tokenOf(text: string, start?: number, end?: number): number;
}
