/**
 * A query is read here: its words and their other forms, the names and types in it, and, of a whole chat, the terms that matter.
 * Nothing here looks at a view. Pure.
 */
export interface Query {
    text: string;
    /** Distinct stemmed words without stop words, in the order of the text, then their other forms at half weight. */
    terms: WeightedTerm[];
    /** Identifiers and pairs of adjacent words, joined in lower case: `loss mask` → 'lossmask'. They count half. */
    joined: WeightedTerm[];
    /** Names that may be definitions: identifiers of two or more parts, qualified ones, or the whole query when it is one word. */
    names: AskedName[];
    /** Capitalised words of a sentence. */
    types: TypeWord[];
}
export interface WeightedTerm {
    term: string;
    weight: number;
}
/** @param idfOf how rare a term is in the caller's view; used only to choose among the terms of a long text */
export declare function readQuery(text: string, idfOf: (term: string) => number): Query;
/** A name that may be a definition. */
export interface AskedName {
    /** Joined, lower case. */
    name: string;
    /** As it stands in the text; without its qualifiers. */
    written: string;
    /** What stands before it, joined, outermost first: `Rack::Builder` → ['rack']. */
    scope: readonly string[];
    /** What a definition of the name counts, and what one counts that is not inside of the scope. */
    weight: number;
    elsewhere: number;
    /** The text is this name and nothing else. */
    alone: boolean;
}
/** A capitalised word of a sentence: `how does the Router match` means a type of this name, if there is one. */
export interface TypeWord {
    name: string;
    written: string;
    /** Every sentence begins with a capital: its first word counts less. */
    weight: number;
}
/** @param single the text is one word: then it is a name whatever it looks like */
export declare function askedNames(text: string, single: boolean): AskedName[];
/** Words with a capital and of one part; identifiers of several parts and qualified ones are names anyway. */
export declare function typeWords(text: string): TypeWord[];
/** @param term stemmed @returns stemmed forms that mean the same */
export declare function otherForms(term: string): readonly string[];
