/**
 * `cora unpack`, and what `--index FILE` begins with: an artifact becomes a store of its own, with the words, the indexes and the
 * statistics that it left out. Here is no repository to check the rows against: what such a store shows is what the artifact
 * says. Into a clone's own store they come by pullIndex.ts, which does check.
 */
export interface UnpackReport {
    file: string;
    /** Where the index is now: for --index. */
    dir: string;
    commit: string;
    files: number;
    chunks: number;
    tookMs: number;
}
/**
 * @param target a folder that is not there yet, or an empty one: an index that is there is never written over
 * @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX, NO_INDEX, STORE; nothing is left behind then
 */
export declare function unpackIndex(file: string, target: string): Promise<UnpackReport>;
