/**
 * Values as messages show them, in English, whatever the machine's locale: numbers, sizes, times, a value of a setting that may be
 * a secret, and a word of a shell. Texts of repositories are made harmless in renderText.ts. Pure.
 */
/** 12345 → '12,345' */
export declare function count(value: number): string;
/** count(1) of 'file' → '1 file', of 2 → '2 files' */
export declare function counted(value: number, noun: string, plural?: string): string;
/** Decimal units: 999 → '999 B', 12345 → '12.3 kB' */
export declare function size(bytes: number): string;
/** 12.4 → '12 ms', 3210 → '3.2 s', 75000 → '1 min 15 s' */
export declare function duration(ms: number): string;
/** Most frequent first, ties by name: { media: 3, empty: 1 } → '3 media, 1 empty' */
export declare function tally(counts: Readonly<Record<string, number>>): string;
/** How often each name occurs. */
export declare function tallyOf(names: Iterable<string>): Record<string, number>;
/** Of a packed index: `, 48 % of the indexed text`; nothing where a small one is mostly its own description. */
export declare function shareOf({ size: bytes, indexedBytes }: {
    size: number;
    indexedBytes: number;
}): string;
/** @param value any JSON */
export declare function quoted(value: unknown): string;
/** @param text such as a path, which somebody else may have chosen @returns it in quotes, if it needs any */
export declare function shellWord(text: string): string;
