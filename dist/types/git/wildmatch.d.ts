/** Patterns of .gitattributes and ignore files: git's wildmatch, in time linear in pattern × path. */
/**
 * @param pattern as bytes, like what it is compared with: one character each
 * @returns null for a pattern that matches nothing (an open bracket)
 */
export declare function wildmatch(pattern: string): ((bytes: string) => boolean) | null;
