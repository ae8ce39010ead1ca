/**
 * Tables that this machine did not make are read once by a process that may die (probe.js, entry/probeProgram.ts), before LanceDB reads them
 * in this one: a wrong length in a file has LanceDB ask for more memory than there is, and that ends its process.
 *
 * A file in the table says that it was made, or read whole, here. It names the folder by what nobody who hands one over can know: its inode
 * and the nanosecond of its birth. Of a folder that others can write nothing is kept on disk, and this process knows it by
 * every file in it, too.
 */
/**
 * @param table its folder
 * @param isShared true where other users and machines write to it
 * @throws CoraError BROKEN_INDEX for a table that is not of this machine and cannot be read to its end, PLATFORM without the program
 */
export declare function mustBeSound(table: string, isShared?: boolean, program?: string | null): Promise<void>;
/** It was made by this process. */
export declare function remember(table: string): Promise<void>;
