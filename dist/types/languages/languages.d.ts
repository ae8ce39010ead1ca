/** Which language a file is in, from its name, and for scripts without an extension from their first line. */
/** How much of a file the shebang line is looked for in. */
export declare const SHEBANG_BYTES = 128;
/** Every language that a file can be in. */
export declare function languageNames(): string[];
/** @param firstBytes of the file; only read where needsFirstBytes says so */
export declare function languageOf(path: string, firstBytes?: Uint8Array): string;
/** True for a file whose name says nothing: no extension and no name of the table. */
export declare function needsFirstBytes(path: string): boolean;
