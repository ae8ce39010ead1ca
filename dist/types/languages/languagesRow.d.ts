/** What the table of languages says of each. */
export interface Language {
    /** As in tree-sitter-NAME.wasm. */
    grammar: string;
    /** The text of queries/NAME.scm; the captures are explained in languages.ts. */
    query: string;
    /** Between the parts of a qualified name: `Outer::inner` becomes symbol `inner` in the scope `Outer`. */
    separator?: string;
    /** `@` begins declarations (`@implementation Foo`, `@type t`), not attributes that a signature can do without. */
    atDeclares?: true;
    /** Another row that reads a text better: `.h` files are in three languages. */
    instead?: (text: string) => string | null;
    /** Overwrites what the grammar cannot read. Only the parser sees the result; every offset must stay where it was. */
    prepare?: (text: string) => string;
    /** Parts in other languages, each as the whole text with everything else blanked out: offsets and lines stay true. */
    embedded?: (text: string) => EmbeddedPart[];
}
export interface EmbeddedPart {
    language: string;
    text: string;
}
