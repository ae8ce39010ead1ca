/** Offsets to lines, without asking the parser: each of its answers is a call into WebAssembly. */
/** @returns the 1-based line of an offset in UTF-16 code units */
export declare function lineFinder(lines: string[]): (offset: number) => number;
