/**
 * Words: how text, identifiers and paths become the terms that full-text search counts. Index and query go through the
 * same functions, so LanceDB's own tokenizer only splits at spaces.
 *
 *   HTTPServer2   → http server 2 + httpserver2 (joined)
 *   snake_case    → snake case + snakecase
 *   configuring   → configur
 *
 * A change here changes rows: raise CHUNKER_VERSION in version.ts.
 */
/** Parts of one identifier, lower-case, not stemmed: `HTTPServer2` → ['http', 'server', '2']. */
export declare function splitIdentifier(identifier: string): string[];
/** One spelling for all spellings of a name: `max_age`, `maxAge`, `MAX-AGE` → 'maxage'. */
export declare function joinedName(name: string): string;
/** Identifiers as written, in order. */
export declare function identifiersIn(text: string): string[];
interface Terms {
    /** Stemmed words in order; their count is the text's length for BM25. */
    words: string[];
    /** Identifiers of two or more parts, joined; they do not count for length. */
    joined: string[];
}
/** All terms of a text, identifiers split and stemmed. */
export declare function termsOf(text: string): Terms;
/** All terms of a text as one: what a table holds of prose, for full-text search. */
export declare function spacedTerms(text: string): string;
/** Tokens of exact lookups that share the full-text index with the words. No word contains a colon. */
export declare const DEFINES = "def:";
export declare const REFERS = "ref:";
/**
 * What the table stores for full-text search: the words of the text, the joined identifiers, the words of each defined
 * name twice more (BM25F's weight of a definition), `def:NAME` for each name that the chunk defines and `ref:NAME` for
 * each that it mentions.
 * @param identifiers those in the text, where they are known already
 * @returns tokens: the words of the text alone
 */
export declare function searchTextOf(text: string, defines: Iterable<string>, references: Iterable<string>, identifiers?: readonly string[]): {
    searchText: string;
    tokens: number;
};
/** Words that carry no subject in a question. Not dropped when the query is one identifier. */
export declare const STOP_WORDS: ReadonlySet<string>;
/**
 * A light English stemmer that also takes off -er, -or and -tion, so that `tokenizer`, `tokenize` and `tokenization`
 * meet. Identifiers are short and repeat themselves, so over-stemming costs less here than in prose.
 */
export declare function stem(word: string): string;
/** How often the word stands in the text between spaces or ends. */
export declare function occurrences(text: string, word: string): number;
/** @returns '' for what has none */
export declare function qualifiedName({ scope, symbol }: {
    scope: readonly string[];
    symbol: string;
}, separator?: string): string;
/** The parts of a name as a person writes it: `Store.open`, `Store::open`, `Store#open`. */
export declare function namePartsOf(name: string): string[];
export {};
