/**
 * A pattern, ready to search lines with: the one place that decides what a hit is, for every engine. RE2 (re2js) matches
 * in time linear in the line, so `(a+)+$` is as harmless as any other pattern.
 */
/** 'smart' ignores case unless the pattern itself has an upper-case letter. */
export type GrepCase = 'sensitive' | 'insensitive' | 'smart';
export interface PatternOptions {
    fixed: boolean;
    word: boolean;
    case: GrepCase;
}
/** Where a match stands in its line: UTF-16 code units, half-open. */
export interface Span {
    start: number;
    end: number;
}
export interface CompiledPattern {
    /** The same pattern in ripgrep's syntax; it may match more lines, never fewer. */
    ripgrep: string;
    /** @param line without its line ending
     *  @returns up to `limit` matches from left to right; [] for none */
    matchesIn(line: string, limit: number): Span[];
}
/** @throws CoraError BAD_PATTERN */
export declare function compilePattern(pattern: string, options: PatternOptions): Promise<CompiledPattern>;
