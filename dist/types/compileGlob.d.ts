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
