/** What a pattern is made of, after parsing and before it is written down again for an engine. Types and small builders only. */
export type Token = {
    type: 'literal';
    code: number;
} | {
    type: 'any';
} | {
    type: 'set';
    negated: boolean;
    items: SetItem[];
} | {
    type: 'assert';
    at: Anchor;
} | {
    type: 'open';
    capture: boolean;
    ignoreCase?: boolean;
}
/** Undefined: (?m) and (?s), which change nothing where one line is all that is matched. */
 | {
    type: 'flag';
    ignoreCase: boolean | undefined;
} | {
    type: 'close';
} | {
    type: 'or';
} | {
    type: 'repeat';
    min: number;
    max: number | null;
    lazy: boolean;
};
/** All are of one line: 'start' and 'end' are its ends, whatever its line ending. 'word' looks at ASCII words, as `\w` does. */
export type Anchor = 'start' | 'end' | 'word' | 'notWord';
export type SetItem = {
    from: number;
    to: number;
} | {
    property: string;
    negated: boolean;
}
/** A name of CLASSES: \w, [:alpha:]; negated \W, [:^alpha:]. */
 | {
    className: string;
    negated: boolean;
};
export interface Range {
    from: number;
    to: number;
}
/** All are ASCII. The one-letter names are those of \d, \s and \w, the others those of [[:alpha:]] and its relatives. */
export declare const CLASSES: Readonly<Record<string, readonly Range[]>>;
/** The same tokens, matching only where neither neighbour is part of a word; the match proper is the one captured group. */
export declare function wholeWord(tokens: readonly Token[]): Token[];
