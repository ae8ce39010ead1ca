/**
 * A folder for what is not finished, on the disk of what it will be. A killed process leaves it; the next one that makes such a folder for
 * the same target removes it: a file in it names the process, and the folder by what no clone or archive that brings one can know.
 */
/**
 * @param target a path; the folder's name is that of the target, a dot and six characters
 * @param hint what to do where nothing can be written there
 * @throws CoraError STORE that names the target, or the folder that it would lie in and that is not there
 */
export declare function makeFolderBeside(target: string, hint: string): Promise<string>;
export declare function removeFolder(folder: string): Promise<void>;
/** It is finished, and stays under another name. */
export declare function disownFolder(folder: string): Promise<void>;
