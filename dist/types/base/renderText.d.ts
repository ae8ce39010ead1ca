/**
 * Prepares text of a repository for a terminal: makes it harmless, measures it in columns, cuts,
 * links and colours it. Also decides if a stream gets colours and links. The environment is an
 * argument.
 */
import type { Environment } from './types.ts';
/**
 * Returns one line in which everything that a terminal obeys is written out: `\x1b`, `\u202e`,
 * `\n`.
 */
export declare function visible(text: string): string;
/**
 * Does what `visible` does, but keeps line breaks: a message may quote a path, or the words of a
 * server.
 */
export declare function visibleLines(text: string): string;
/**
 * Returns JSON with the same meaning that holds nothing a terminal obeys. JSON.stringify escapes
 * only the first 32 characters of Unicode.
 */
export declare function inertJson(json: string): string;
/**
 * Does what `visible` does for each line of a longer text. The text may come in pieces, which are
 * shown as in the whole.
 */
export declare function visibleText(text: string): string;
/**
 * Returns a line of code for the screen: without its line ending, tabs as spaces, the rest as in
 * `visible`.
 */
export declare function visibleCode(line: string): string;
/** Returns how many columns a text without control characters takes. */
export declare function widthOf(text: string): number;
/** Returns the text, or if it is too wide its beginning and an `…`. */
export declare function cutEnd(text: string, width: number): string;
/** Returns the text, or if it is too wide an `…` and its end: the end of a path says most. */
export declare function cutStart(text: string, width: number): string;
/** Breaks a text at spaces into lines. A word that is wider than a line is not broken. */
export declare function wrap(text: string, width: number): string[];
/**
 * The colours of one line. For each UTF-16 code unit it holds an SGR colour (30 to 37, 90 to 97),
 * or 0 for the terminal's own.
 */
export type LineColors = Uint8Array;
/** A range of UTF-16 code units of a line; the end is excluded. */
export interface TextSpan {
    start: number;
    end: number;
}
interface LineOptions {
    color: boolean;
    /** In columns. */
    width: number;
    /** The highlighter's colours, or null for none. */
    colors: LineColors | null;
}
/**
 * @param line has no control characters
 * @param marks sorted, not overlapping; shown bold and underlined if there are colours
 */
export declare function renderLine(line: string, marks: readonly TextSpan[], options: LineOptions): string;
interface OutputStream {
    isTTY?: boolean | undefined;
}
/**
 * True if output gets colours. By default only terminals do. NO_COLOR (not empty) and TERM=dumb
 * turn them off, FORCE_COLOR turns them on anywhere (0 and false turn them off); NO_COLOR wins. See
 * https://no-color.org and https://force-color.org.
 * @param flag --color or --no-color, which win over the environment; undefined if neither was given
 */
export declare function wantsColor(stream: OutputStream, env: Environment, flag?: boolean): boolean;
/**
 * True if output gets OSC 8 hyperlinks: only terminals known to show them do. FORCE_HYPERLINK=1 or
 * 0 overrides this.
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
/** One function for each style. Without colours it returns the text unchanged. */
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
 * Says how large a packed index is beside the text that it indexes: `, 48 % of the indexed text`. A
 * small index is mostly fixed overhead, so nothing is said of it.
 */
export declare function shareOf({ size: bytes, indexedBytes }: {
    size: number;
    indexedBytes: number;
}): string;
/** @param value any JSON value */
export declare function quoted(value: unknown): string;
/**
 * Quotes a word for a shell, if it needs quotes.
 * @param text may be a path that somebody else chose
 */
export declare function shellWord(text: string): string;
export {};
