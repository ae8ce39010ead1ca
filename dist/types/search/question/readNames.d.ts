/**
 * Reads which names a text asks for: identifiers, qualified ones with their scope, capitalised
 * words that may be types, paths of files. Pure.
 */
/** A name that may be a definition. */
export interface AskedName {
    /** Joined, lower case. */
    name: string;
    /** The name as it stands in the text; without its qualifiers. */
    written: string;
    /** The qualifiers before it, joined, outermost first: `Rack::Builder` → ['rack']. */
    scope: readonly string[];
    /**
     * The weight of a definition of the name, and the weight of one that is not inside of the scope.
     */
    weight: number;
    elsewhere: number;
    /** The text is this name and nothing else. */
    alone: boolean;
}
/**
 * A capitalised word of a sentence: `how does the Router match` means a type of this name, if there
 * is one.
 */
export interface TypeWord {
    name: string;
    written: string;
    /** Every sentence begins with a capital: its first word counts less. */
    weight: number;
}
/** `builder.rb` is a file. */
export declare const EXTENSION: RegExp;
/** @param single the text is one word: then it is a name whatever it looks like */
export declare function askedNames(text: string, single: boolean, most?: number): AskedName[];
/** A name that stands in a text, with the qualifiers before it as they are written. */
export interface NamedInText {
    written: string;
    scope: readonly string[];
}
/**
 * Returns names that a text may mean as names of definitions, each once: identifiers of several
 * parts, qualified ones, and what stands in back-ticks or, in code, before a parenthesis.
 */
export declare function namesIn(text: string, isCode: boolean): NamedInText[];
/**
 * Words with a capital and of one part; identifiers of several parts and qualified ones are names
 * anyway.
 */
export declare function typeWords(text: string): TypeWord[];
export interface WrittenPath {
    /** With `/` between its folders, without a line number. */
    path: string;
    /** The first line that is written behind it; 0 for none. */
    line: number;
    /** The question is this path and nothing else. */
    alone: boolean;
    /** The question asks for the code that reads or writes this file of data. */
    isUsed: boolean;
}
/**
 * @param text a question, or the end of a chat
 * @returns each once; one place of the text may be read in several ways, of which a view knows one
 */
export declare function writtenPaths(text: string): WrittenPath[];
