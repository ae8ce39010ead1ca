/** Patterns of .gitattributes as regular expressions: git's wildmatch. */
/**
 * @param pattern without a slash it is compared with names, so `*` and `**` are the same
 * @returns null for a pattern that matches nothing (an open bracket)
 */
export declare function wildmatch(pattern: string): RegExp | null;
