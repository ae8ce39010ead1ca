/** A file that readers see either as it was or as it will be, also after a crash. */
/** What a killed writer can leave behind: `.<name>.<pid>.<random>.tmp`. */
export declare const TEMP_FILE: RegExp;
/** Writes beside the target, flushes, renames. Creates the folder where it is missing. */
export declare function replaceFile(file: string, content: string): Promise<void>;
