/**
 * A store or a packed artifact that the user names becomes a directory to search. An archive is unpacked once, into a
 * cache named by its digest. Archives are hostile input: only plain files and directories, only below the target.
 */
interface UnpackLimits {
    bytes: number;
    entries: number;
}
/**
 * @param path a directory that holds repo_state.json or exactly one such directory, or a .tar.gz of it
 * @returns the directory that holds repo_state.json
 * @throws CoraError NO_INDEX, BAD_ARTIFACT
 */
export declare function openPackedIndex(path: string, cacheDir: string, limits?: UnpackLimits): Promise<string>;
/** False for anything that cannot be read as an archive. @throws CoraError NO_INDEX where there is no such file, PLATFORM */
export declare function isArtifact(file: string): Promise<boolean>;
export {};
