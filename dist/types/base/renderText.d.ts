/**
 * Text from a repository on its way to a terminal: made harmless, measured in columns, cut, linked
 * and coloured. It says too whether a stream takes colours and links; the environment is an
 * argument.
 */
import type { Environment } from './types.ts';
/** One line without anything that a terminal obeys: `\x1b`, `\u202e`, `\n` are written out. */
export declare function visible(text: string): string;
/** Text of several lines for the screen: a message may quote a path, or what a server said. */
export declare function visibleLines(text: string): string;
/**
 * JSON as text, with the same meaning and nothing in it that a terminal obeys: JSON itself escapes
 * no more than the first 32.
 */
export declare function inertJson(json: string): string;
/**
 * Lines of prose, as `visible` has each of them. A text may come in pieces: no piece is shown in
 * another way than the whole.
 */
export declare function visibleText(text: string): string;
/** A line of code for the screen: no line ending, tabs as spaces, the rest as `visible` has it. */
export declare function visibleCode(line: string): string;
/** Columns that a text without control characters takes. */
export declare function widthOf(text: string): number;
/** The text, or as much of its start as fits with an … behind. */
export declare function cutEnd(text: string, width: number): string;
/** The text, or as much of its end as fits with an … before: of a path the end says more. */
export declare function cutStart(text: string, width: number): string;
/** Breaks at spaces; a word that is too long keeps its length. */
export declare function wrap(text: string, width: number): string[];
/**
 * Colours of one line: an SGR colour (30 to 37, 90 to 97) for each UTF-16 code unit, 0 for the
 * terminal's own.
 */
export type LineColors = Uint8Array;
/** UTF-16 code units of a line, half-open. */
export interface TextSpan {
    start: number;
    end: number;
}
interface LineOptions {
    color: boolean;
    /** Columns. */
    width: number;
    /** Colours from the highlighter; null for none. */
    colors: LineColors | null;
}
/** @param line without control characters
 *  @param marks sorted, not overlapping; bold and underlined where there are colours */
export declare function renderLine(line: string, marks: readonly TextSpan[], options: LineOptions): string;
interface OutputStream {
    isTTY?: boolean | undefined;
}
/**
 * Colours go to terminals only. NO_COLOR (not empty) and TERM=dumb turn them off there, FORCE_COLOR
 * turns them on anywhere (0 and false: off), as https://no-color.org and https://force-color.org
 * have it; NO_COLOR wins.
 * @param flag --color or --no-color, which win over everything; undefined where neither was given
 */
export declare function wantsColor(stream: OutputStream, env: Environment, flag?: boolean): boolean;
/**
 * OSC 8 hyperlinks: only on a terminal known to have them. FORCE_HYPERLINK=1 or 0 decides
 * otherwise.
 */
export declare function wantsLinks(stream: OutputStream, env: Environment): boolean;
declare const STYLES: {
    readonly bold: readonly [1, 22];
    readonly dim: readonly [2, 22];
    readonly underline: readonly [4, 24];
    readonly red: readonly [31, 39];
    readonly green: readonly [32, 39];
    readonly yellow: readonly [33, 39];
    readonly cyan: readonly [36, 39];
};
/** Style functions; without colours they give back what they get. */
export type Paint = Record<keyof typeof STYLES, (text: string) => string>;
export declare function createPaint(color: boolean): Paint;
/** 12345 → '12,345' */
export declare function count(value: number): string;
/** count(1) of 'file' → '1 file', of 2 → '2 files' */
export declare function counted(value: number, noun: string, plural?: string): string;
/** Decimal units: 999 → '999 B', 12345 → '12.3 kB' */
export declare function size(bytes: number): string;
/** 12.4 → '12 ms', 3210 → '3.2 s', 75000 → '1 min 15 s' */
export declare function duration(ms: number): string;
/** '2024-05-03T08:09:10+02:00' → '2024-05-03', the day as the author had it */
export declare function dayOf(date: string): string;
/** Most frequent first, ties by name: { media: 3, empty: 1 } → '3 media, 1 empty' */
export declare function tally(counts: Readonly<Record<string, number>>): string;
/** Counts how often each name occurs. */
export declare function tallyOf(names: Iterable<string>): Record<string, number>;
/**
 * Returns the share of a packed index: `, 48 % of the indexed text`; nothing where a small one is
 * mostly its own description.
 */
export declare function shareOf({ size: bytes, indexedBytes }: {
    size: number;
    indexedBytes: number;
}): string;
/** @param value any JSON */
export declare function quoted(value: unknown): string;
/**
 * @param text such as a path, which somebody else may have chosen
 * @returns it in quotes, if it needs any
 */
export declare function shellWord(text: string): string;
export {};
