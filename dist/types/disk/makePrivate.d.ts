/** Folders that nobody but this user reads or plants anything in, and how a folder is made with those above it. */
/** The mode of files in such folders. */
export declare const PRIVATE_FILE = 384;
/** The flag `a` for node's functions, but a pipe that nobody reads is refused (ENXIO). Windows has no pipes that are files. */
export declare const APPEND: number;
export declare const PRIVATE_FOLDER = 448;
/**
 * Creates what is missing of the path, whatever the umask.
 * @param isOwn the folder is Cora's by its place, not one that the user chose: where it is there already, others are shut out of it
 */
export declare function makePrivate(dir: string, isOwn?: boolean): void;
/** Closes a folder that an older version made. Does nothing where it is another user's, or not there. */
export declare function shutOthersOut(dir: string): void;
/**
 * Refuses a folder whose content would be read as this user's own. Root's is as good; under sudo, as with Git, that of who called it.
 * @param variable of the environment, which names another place
 * @throws CoraError STORE where another user made it, or could have written into it
 */
export declare function mustBeOwn(dir: string, variable: string, env: NodeJS.ProcessEnv): void;
/** @throws the system's error: ENOENT of `mkdir` where a folder that is there takes none */
export declare function makeFolders(dir: string, mode?: number): void;
