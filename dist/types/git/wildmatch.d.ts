/** Patterns of .gitattributes as regular expressions: git's wildmatch. */
/**
 * @param pattern as bytes, like what it is compared with: one character each
 * @returns null for a pattern that matches nothing (an open bracket)
 */
export declare function wildmatch(pattern: string): RegExp | null;
