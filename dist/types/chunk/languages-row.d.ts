/** What the table of languages says of each. */
export interface Language {
    /** As in tree-sitter-NAME.wasm. */
    grammar: string;
    /** The text of queries/NAME.scm; the captures are explained in languages.ts. */
    query: string;
    /** Between the parts of a qualified name: `Outer::inner` becomes symbol `inner` in the scope `Outer`. */
    separator?: string;
}
