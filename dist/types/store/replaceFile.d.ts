/**
 * A file that is replaced whole: readers see it either as it was or as it will be, also after a crash. A checksum at its end tells a byte
 * that changed on the disk from one that was meant.
 */
/** What a killed writer can leave behind: `.<name>.<pid>.<random>.tmp`. */
export declare const TEMP_FILE: RegExp;
/** @returns names under a folder, those in the folders of its tables too */
export declare function listTempFiles(dir: string): Promise<string[]>;
/** What a writer that was killed in the middle of a file left in any folder under `dir`. */
export declare function removeTempFilesOf(pid: number, dir: string): void;
/** Writes beside the target, flushes, renames. Creates the folder where it is missing. */
export declare function replaceFile(file: string, content: string | Uint8Array): Promise<void>;
/** @returns the object as one line of JSON, the checksum as its last key */
export declare function sealJson(value: object): string;
/** True also where there is no checksum. */
export declare function isJsonWhole(text: string): boolean;
export declare function sealBytes(bytes: Buffer): Buffer;
/** True also where there is no checksum. */
export declare function areBytesWhole(bytes: Buffer): boolean;
