/** The words of a query as they are looked for in what is shown. Pure; knows nothing of ranking. */
/** The query's words, stemmed, and its identifiers as one word. */
export interface QueryWords {
    stems: ReadonlySet<string>;
    names: ReadonlySet<string>;
    /** Of each stem the word that was asked, in the order of the query. */
    asked: ReadonlyMap<string, string>;
}
export declare function queryWordsOf(query: string): QueryWords;
