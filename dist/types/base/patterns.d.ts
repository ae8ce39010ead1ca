/**
 * One path glob as people write them, as a function of paths with `/`:
 *
 *     *  ?  [a-z]  [!a-z]      within one name; a leading dot is like any other character
 *     **                       as a whole name: any directories, or none
 *     {a,b}  {1..3}  @(a|b)  ?(a)  *(a)  +(a)   alternatives, and how often
 *     \*                       the character itself
 *
 * What the path or the glob are does not matter for the time that it takes: see linearMatcher.ts.
 */
/** @throws CoraError BAD_PATTERN for `!(…)`, and for what is too long or nested too deep */
export declare function compileGlob(glob: string): (path: string) => boolean;
/** A pattern over UTF-16 code units. */
export type Pattern = {
    one: (code: number) => boolean;
} | {
    all: readonly Pattern[];
} | {
    any: readonly Pattern[];
} | {
    star: Pattern;
};
export declare const literal: (text: string) => Pattern;
export declare const SLASH: number;
export declare const NOT_SLASH: Pattern;
export declare const ANYTHING: Pattern;
/** Any directories, or none: `` , `a/`, `a/b/`. */
export declare const DIRECTORIES: Pattern;
/** True for the texts that the pattern matches from their first character to their last. */
export declare function createMatcher(pattern: Pattern): (text: string) => boolean;
/** A text as a regular expression that matches it and nothing else. Node 20 has no RegExp.escape. */
export declare function escapeRegExp(text: string): string;
