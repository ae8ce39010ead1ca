/**
 * A question's text is read once, here: its words, the names and types in it, which part of a chat
 * asks, whether it is about the history. Every later step takes the Question, and none looks at the
 * text again. Nothing here knows a view. Pure.
 */
import type { HistoryQuestion } from './question/historyPatterns.ts';
import { type AskedName, type TypeWord, type WrittenPath } from './question/readNames.ts';
import { type Report } from './question/report.ts';
export { type HistoryQuestion, LAST_RELEASE, PART, PATH, VERB } from './question/historyPatterns.ts';
export { type AskedName, type NamedInText, namesIn, type TypeWord, type WrittenPath, writtenPaths, } from './question/readNames.ts';
export type { Report } from './question/report.ts';
export interface Question {
    /** The question as it was asked, for those who show it, embed it, or hand it to a model. */
    text: string;
    /** The part of it that is searched for: a report without what its template asks for. */
    subject: string;
    /** The parts of an issue or another long text that somebody pasted; null for a question. */
    report: Report | null;
    /** The title and the first paragraph of a report, which are searched for as well. */
    lead: Question | null;
    /** All identifiers and words, in the order of the text. */
    identifiers: readonly string[];
    /**
     * How often each stemmed word is asked for, without stop words; what a chat asks at its end
     * counts more.
     */
    counts: ReadonlyMap<string, number>;
    /** True for a chat, an error text or pasted code: more words than a question has. */
    isLong: boolean;
    /**
     * Identifiers and pairs of adjacent words, joined in lower case: `loss mask` → 'lossmask'. They
     * count half.
     */
    joined: WeightedTerm[];
    /**
     * Names that may be definitions: identifiers of two or more parts, qualified ones, or the whole
     * text when it is one word.
     */
    names: AskedName[];
    /** All names of the text; `names` are those of the end of a chat. */
    allNames: AskedName[];
    /** Capitalised words of a sentence. */
    types: TypeWord[];
    /** Paths that it may name, in a chat those of its end; none for a report, which has its own. */
    paths: readonly WrittenPath[];
    /**
     * The part of the question that the history answers, read when it is first wanted; null for a
     * question about the code as it is.
     */
    readonly history: HistoryQuestion | null;
}
/** A question as it is searched for in one view, or in several together. */
export interface Query extends Pick<Question, 'text' | 'joined' | 'names' | 'types'> {
    /**
     * Distinct stemmed words without stop words, in the order of the text, then their other forms at
     * half weight.
     */
    terms: WeightedTerm[];
}
export interface WeightedTerm {
    term: string;
    weight: number;
    /** It is another form of a word that was asked for. */
    isOther?: boolean;
}
export declare function readQuestion(text: string): Question;
/**
 * @param idfOf how rare a term is in the caller's view; used only to choose among the terms of a
 * long text
 */
export declare function weighTerms(question: Question, idfOf: (term: string) => number): Query;
/** @param term stemmed @returns stemmed forms that mean the same */
export declare function otherForms(term: string): readonly string[];
