/**
 * Reads the names in a text: identifiers, qualified names with their scope, capitalised words that
 * may be types, messages, routes, and subjects that a project's own documents answer. Pure.
 */
/** A name that may be a definition. */
export interface AskedName {
    /** Joined and in lower case. */
    name: string;
    /** The name as written, without its qualifiers. */
    written: string;
    /**
     * The qualifiers before it, joined and in lower case, outermost first: `Rack::Builder` →
     * ['rack'].
     */
    scope: readonly string[];
    /** The weight of a definition of the name, and of one outside of the scope. */
    weight: number;
    elsewhere: number;
    /** True if the name is the whole text. */
    alone: boolean;
}
/**
 * A capitalised word in a sentence. `how does the Router match` means a type of this name, if there
 * is one.
 */
export interface TypeWord {
    name: string;
    written: string;
    /** The first word of a sentence counts less, because it always has a capital. */
    weight: number;
}
/** Matches endings of files: `builder.rb` is a file, not a name. */
export declare const EXTENSION: RegExp;
/** @param single true if the text is one word, which is always taken for a name */
export declare function askedNames(text: string, single: boolean, most?: number): AskedName[];
/** A name in a text, with its qualifiers as written. */
export interface NamedInText {
    written: string;
    scope: readonly string[];
}
/**
 * Returns names in a text that may mean definitions, each once: identifiers of several parts,
 * qualified names, and everything in back-ticks or, in code, before a parenthesis.
 */
export declare function namesIn(text: string, isCode: boolean): NamedInText[];
/**
 * Returns capitalised words of one part. Identifiers of several parts and qualified names are names
 * already.
 */
export declare function typeWords(text: string): TypeWord[];
/** Returns paths that may be of folders, each with a `/` in front of it if the question has one. */
export declare function writtenFolders(text: string): string[];
/**
 * Returns patterns of the project's own documents, the best first, if the text asks for nothing
 * else: "how to install", "what is this". Code answers "build" and "how does build work".
 */
export declare function guidesAsked(text: string): readonly RegExp[];
export interface Quoted {
    written: string;
    /** In lower case, in the order of the text; of a route those that are no parameters. */
    words: readonly string[];
    isRoute: boolean;
    /**
     * The least share of the question's words that a chunk needs to be read for it: 0 if the text
     * marks it. A message may also be the whole text.
     */
    least: number;
    /** True if a part of it is in quotes, which code fills in. It is not among the words. */
    isFilled?: boolean;
}
/** True if a text is worded as a question or a request. */
export declare function isQuestion(text: string): boolean;
/** Returns what a question quotes, or is: messages, and routes such as `GET /api/users/:id`. */
export declare function quotedParts(text: string): Quoted[];
/**
 * @param isMarkup true for lines that may have text between tags
 * @returns how much of what is quoted a string in these lines is, 0 to 1
 */
export declare function shareIn(lines: readonly string[], quoted: Quoted, isMarkup?: boolean): number;
/** True if a text has the message, in a string or not. */
export declare function hasMessage(text: string, quoted: Quoted): boolean;
