/**
 * LanceDB's binary for this runner: 60 to 70 MB that no Git repository can carry, so npm brings it when the Action starts, in
 * the version and with the checksum of the lock file beside it. Nothing else is installed, and no script runs.
 */
/**
 * @param root the folder of the Action, with package.json, package-lock.json and dist
 * @returns how long it took, in ms; null where the binary was there
 * @throws CoraError PLATFORM
 */
export declare function installBinary(root: string): Promise<number | null>;
