/** logs/sync.log: one line for each repository that was asked. Never grows beyond two files of a megabyte. */
/** @param text without credentials */
export declare function writeLog(home: string, text: string): Promise<void>;
