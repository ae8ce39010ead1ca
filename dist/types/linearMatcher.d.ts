/**
 * Patterns of repositories and callers, matched in time linear in pattern × text, whatever they are: the sets of states of a
 * nondeterministic automaton (Thompson 1968), remembered as they come up. JavaScript's own regular expressions try every way to
 * divide a text among the stars of `*a*a*a*a*b`.
 */
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
export declare const maybe: (pattern: Pattern) => Pattern;
/** Any directories, or none: `` , `a/`, `a/b/`. */
export declare const DIRECTORIES: Pattern;
/** True for the texts that the pattern matches from their first character to their last. */
export declare function createMatcher(pattern: Pattern): (text: string) => boolean;
