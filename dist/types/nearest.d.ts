/** Typing errors: which known name was probably meant. Pure. */
/** The nearest candidate within two edits, for "did you mean". */
export declare function nearest(word: string, candidates: readonly string[]): string | undefined;
