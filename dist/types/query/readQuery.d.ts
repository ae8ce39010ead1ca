/** What a query asks for: its words, the identifiers in it, and, of a whole chat, the terms that matter. Pure. */
import { type AskedName, type TypeWord } from './askedNames.ts';
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
