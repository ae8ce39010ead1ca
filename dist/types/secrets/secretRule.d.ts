/** What a rule is: the words that it begins to look at, and what it takes for a secret there. Types only. */
/** Half-open. */
export interface Span {
    start: number;
    end: number;
}
export interface SecretRule {
    /** For reports: `github-token`. */
    id: string;
    /** For people: what it finds. */
    what: string;
    /** ASCII; looked for in either case. The rule is asked wherever one of them stands. */
    keywords: readonly string[];
    /**
     * @param text one character for each byte; those that are not ASCII stand for themselves
     * @param at where the keyword begins
     * @param length the keyword's
     * @returns what must not be seen, in order; null where there is none. Looks at a bounded part of the text only
     */
    find(text: string, at: number, length: number): Span[] | null;
}
/** A token that says what it is: `form` is the source of a pattern, tried `before` characters in front of one of the prefixes. */
export type TokenFormat = readonly [id: string, what: string, prefixes: string, form: string, before?: number];
