/** Pairs of brackets of a text without comments and strings. What is never closed is no bracket. */
export interface Range {
    from: number;
    to: number;
}
export interface Brackets {
    /** The innermost braces around an offset, null at the top of the file. */
    blockOf(at: number): Range | null;
    /** The innermost `(` around, as long as no brace is between. */
    parenOf(at: number): number | null;
    /** The innermost bracket around, -1 at the top of the file. */
    openerOf(at: number): number;
    closerOf(opener: number): number;
    kindOf(opener: number): string;
    /** Text to the left, from where the statement begins, what other brackets hold left out. */
    leftOf(at: number): string;
    /** What stands before an opening brace in its statement. */
    headOf(brace: number): string;
    /** The same of the statement that holds the offset, from outside of all but braces. */
    headBefore(at: number): string;
    /** The first braces after the offset at its level, as long as the statement goes on. */
    nextBlock(at: number, beyondSemicolons?: boolean): Range | null;
    /** The end of an expression: its braces where it begins with them, else a comma, the statement's end or the bracket around. */
    expressionEnd(at: number): number;
}
export declare function brackets(text: string): Brackets;
