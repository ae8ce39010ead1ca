/**
 * Our lines in a file of somebody else: put in between two marks, found again, taken out. Texts only, as latin1: one
 * character for each byte, so that what is not ours stays as it is, whatever its encoding.
 */
/** @param lines between the marks, each ending with a newline; @param note stands behind the first mark */
export declare function blockOf(note: string, lines: string): string;
/** @returns the block without a newline at its end; null where there is none */
export declare function findBlock(text: string): string | null;
/** Whether a mark stands there without its other one: somebody edited inside, and only they know what is whose. */
export declare function isTorn(text: string): boolean;
/**
 * Puts the block behind the line that names the interpreter: at the end it would never be reached in a hook that ends with
 * `exit` or `exec`. Replaces the block that is there.
 */
export declare function insertBlock(text: string, block: string): string;
/** Puts the block at the end, or in the place of the one that is there. */
export declare function appendBlock(text: string, block: string): string;
/** Takes the block out; every other byte stays. */
export declare function removeBlock(text: string): string;
/** What is run before the block. */
export declare function linesBeforeBlock(text: string): string;
