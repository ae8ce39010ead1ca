/** What a row of the table of line rules says, and what rows share. */
import type { ChunkKind, ReferenceKind } from '../base/types.ts';
/** Patterns see at most this much of a line, so that none of them is slow on any input. */
export declare const MAX_LINE = 400;
export interface StartRule {
    /** Groups name the thing, joined by dots; `name` alone where it is a named group. */
    pattern: RegExp;
    /** 'text' ends what came before and begins nothing. */
    kind: ChunkKind;
    /** Only after a line like this (or at the start of the file). */
    after?: RegExp;
    /** Only where no definition is open but one in the first column (the root): what it holds is not named by itself. */
    outermost?: boolean;
    /** `package Foo;`: what follows is inside, though no indentation says so. */
    opensScope?: boolean;
}
export interface ReferenceRule {
    /** With the g flag. Group 1 holds the name or several of them; named groups `name` and `from` where both are there. */
    pattern: RegExp;
    kind: ReferenceKind;
}
export interface LineRules {
    /** What a comment that takes the whole line starts with. */
    comments: readonly string[];
    /** What opens a comment of several lines (at the start of the trimmed line) and what closes it (anywhere). */
    block?: readonly [open: RegExp, close: RegExp];
    /** Lines that belong to what follows, like annotations. */
    attached?: RegExp;
    /** Where a definition ends: with its indentation, or where the next one starts. */
    extent: 'indentation' | 'next';
    /** Lines that end a block at the indentation of its first line. */
    closer?: RegExp;
    /** With the g flag: text between two of these is data, nothing starts there. */
    quote?: RegExp;
    /** Neighbours of one name are one definition: the clauses of a function. */
    clauses?: boolean;
    starts: readonly StartRule[];
    references: readonly ReferenceRule[];
}
/** Brackets and the many words that begin with "end". */
export declare const CLOSER: RegExp;
export declare const SLASHES: {
    readonly comments: readonly ['//', '*'];
    readonly block: readonly [RegExp, RegExp];
};
