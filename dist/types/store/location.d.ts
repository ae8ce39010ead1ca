/**
 * Finds a repository's store. By default it is inside the common Git directory, so that all
 * worktrees share it and no status shows it. It may be where the user says, or in a cache
 * directory. Links there are not followed: whoever made the Git directory must not choose what Cora
 * writes.
 */
import { CoraError } from '../base/errors.ts';
export interface StoreLocation {
    root: string;
    /** False if the index can be searched but not updated here. */
    writable: boolean;
    /**
     * True for Cora's own place, which other users may not enter. False for a folder that the user
     * chose.
     */
    isOwn: boolean;
}
interface StoreLocationRequest {
    /** The repository's common Git directory; null without a repository. */
    commonDir: string | null;
    /** The folder of `--store`, CORA_STORE or the configuration, used as it is. */
    override: string | null;
    /** The user's cache directory. */
    cacheDir: string;
}
/** @throws CoraError STORE for a link, NOT_A_REPOSITORY, USAGE for an override that is no folder */
export declare function storeLocation({ commonDir, override, cacheDir }: StoreLocationRequest): StoreLocation;
/**
 * @throws CoraError STORE for a path that LanceDB would spell differently, and so use another
 * folder
 */
export declare function refuseOddPath(dir: string): void;
/** The folder for one chunker and embedder. Vectors of two embedders are never mixed. */
export declare function fingerprintDir(root: string, fingerprint: string): string;
/** Returns the sorted fingerprints of the stores under `root`; empty if there is no such folder. */
export declare function listFingerprints(root: string): string[];
/** @param mode readers check less deep. @throws CoraError STORE if the folder holds or is a link */
export declare function refuseLinks(dir: string, mode: 'read' | 'write'): void;
export declare function isLink(path: string): boolean;
export declare function refusedLink(path: string, hint?: string): CoraError;
/** The name of LanceDB's table. */
export declare const CHUNKS = "chunks";
/** The folder of a table of LanceDB. */
export declare function tableDirectory(dir: string, name: string): string;
/** Returns the bytes of all regular files in a folder. Files that vanish meanwhile do not count. */
export declare function bytesUnder(dir: string): Promise<number>;
export {};
