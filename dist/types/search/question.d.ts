/**
 * Reads the text of a question, once: its words, the names and types in it, the part of a chat that
 * asks, and what it asks of the history. Later steps take the Question and never read the text
 * again. This file knows no view. Pure.
 */
import type { HistoryQuestion } from './question/historyPatterns.ts';
import { type AskedName, type Quoted, type TypeWord } from './question/readNames.ts';
import { type Report } from './question/report.ts';
import { type WrittenPath } from './question/stackFrames.ts';
export { type HistoryQuestion, LAST_RELEASE, PART, PATH, VERB } from './question/historyPatterns.ts';
export { type AskedName, hasMessage, isQuestion, type NamedInText, namesIn, type Quoted, shareIn, type TypeWord, } from './question/readNames.ts';
export type { Report } from './question/report.ts';
export { type StackFrame, type WrittenPath, writtenPaths } from './question/stackFrames.ts';
export interface Question {
    /** The question as it was asked, for showing it, embedding it and for language models. */
    text: string;
    /** The part that is searched for: a report without the parts that come from its template. */
    subject: string;
    /** The parts of a pasted issue or another long text; null for a question. */
    report: Report | null;
    /** The title and the first paragraph of a report, which are searched for separately. */
    lead: Omit<Question, 'history'> | null;
    /** All identifiers and words, in the order of the text. */
    identifiers: readonly string[];
    /**
     * The number of times that each stemmed word occurs, without stop words. The last turn of a chat
     * counts more.
     */
    counts: ReadonlyMap<string, number>;
    /** True for more words than a question has: a chat, an error text or pasted code. */
    isLong: boolean;
    /**
     * Identifiers, and pairs of adjacent words, joined in lower case: `loss mask` → 'lossmask'. They
     * count half.
     */
    joined: WeightedTerm[];
    /**
     * Names that may be definitions: identifiers of several parts, qualified ones, or the whole text
     * if it is one word. In a chat, those of its last turn.
     */
    names: AskedName[];
    /** The names of the whole text. */
    allNames: AskedName[];
    /** Capitalised words in a sentence. */
    types: TypeWord[];
    /** Paths in the text, in a chat those of its last turn. Empty for a report, which has its own. */
    paths: readonly WrittenPath[];
    /** Names folders, messages, routes and the project itself, in a short question. */
    outright: Outright;
    /**
     * The question about the history, read when it is first needed; null for a question about the
     * present code.
     */
    readonly history: HistoryQuestion | null;
}
/** All of these are empty for a report, a chat, or another long text. */
export interface Outright {
    /** Paths that may be of folders. */
    folders: readonly string[];
    quoted: readonly Quoted[];
    /** Patterns of the project's own documents that answer the question, the best first. */
    guides: readonly RegExp[];
}
/** A question in the form in which it is searched for in one or several views. */
export interface Query extends Pick<Question, 'text' | 'names' | 'types'> {
    /** Those of the question, and words that it implies. */
    joined: readonly WeightedTerm[];
    /**
     * Distinct stemmed words without stop words in the order of the text, then their other forms with
     * half the weight.
     */
    terms: WeightedTerm[];
}
export interface WeightedTerm {
    term: string;
    weight: number;
    /** True for another form of a word in the question. */
    isOther?: boolean;
}
export declare function readQuestion(text: string): Question;
/** Returns the messages that a short question has in quotes. */
export declare function messagesIn(text: string): readonly Quoted[];
type Read = Omit<Question, 'history'>;
/**
 * @param idfOf how rare a term is in the caller's view; only used to choose among the terms of a
 * long text
 */
export declare function weighTerms(question: Read, idfOf: (term: string) => number): Query;
/** @param term stemmed @returns stemmed forms with the same meaning */
export declare function otherForms(term: string): readonly string[];
