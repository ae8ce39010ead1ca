/**
 * `cora verify`, `cora unpack` and what `--index FILE` does: an artifact becomes a store of its own, with the words, the
 * indexes and the statistics that it left out. Here is no repository to check the rows against: what such a store shows is
 * what the artifact says. Into a clone's own store they come by pullIndex.ts, which does check.
 */
import type { Manifest } from './artifact/manifest.ts';
export interface VerifyReport {
    file: string;
    /** Bytes. */
    size: number;
    /** Of the file. */
    sha256: string;
    ok: boolean;
    /** What is wrong; null where nothing is. */
    problem: string | null;
    /** Null where it is not even a manifest. */
    manifest: Omit<Manifest, 'members'> | null;
}
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
 * Reads all of it: structure, hashes, rows, digest.
 * @throws CoraError NO_INDEX where there is no such file; what is wrong with one is in the report
 */
export declare function verifyArtifact(file: string): Promise<VerifyReport>;
/**
 * @param target a folder that is not there yet, or an empty one: an index that is there is never written over
 * @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX, NO_INDEX, STORE; nothing is left behind then
 */
export declare function unpackIndex(file: string, target: string): Promise<UnpackReport>;
/**
 * What `--index PATH` names, as a folder that holds repo_state.json. An artifact is unpacked once, into the cache.
 * @throws CoraError NO_INDEX, BAD_ARTIFACT, INCOMPATIBLE_INDEX
 */
export declare function openNamedStore(path: string, cacheDir: string): Promise<string>;
