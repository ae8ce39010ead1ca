/** Typing errors: which known name was probably meant, how far two words are apart, and the message that says so. Pure. */
/** @returns the nearest candidate within two edits, whatever the case, for "did you mean"; of equally near ones the first */
export declare function nearest(word: string, candidates: readonly string[]): string | undefined;
/**
 * Optimal string alignment (Damerau 1964, restricted: no letter is edited twice).
 * @returns the number of edits, or `most` + 1 for more than `most`
 */
export declare function editsBetween(a: string, b: string, most: number): number;
/** For the `error` of `z.enum`. @returns undefined where no value is given, of which the schema says that itself */
export declare function explainChoice(choices: readonly string[]): (issue: {
    input?: unknown;
}) => string | undefined;
