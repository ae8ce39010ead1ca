/**
 * Finds a repository's store: inside its common Git directory, so that all worktrees share it and
 * no status shows it; where the user says otherwise; or in a cache directory. No link is followed
 * there: whoever made the Git directory may not choose what Cora writes.
 */
import { CoraError } from '../base/errors.ts';
export interface StoreLocation {
    root: string;
    /** False for an index that can be searched but not refreshed here. */
    writable: boolean;
    /** Cora's own place, and no folder that the user chose: others are shut out of it. */
    isOwn: boolean;
}
interface StoreLocationRequest {
    /** The repository's common Git directory; null without a repository. */
    commonDir: string | null;
    /** `--store`, CORA_STORE or the configured folder: taken as it is. */
    override: string | null;
    /** The user's cache directory. */
    cacheDir: string;
}
/** @throws CoraError STORE for a link, NOT_A_REPOSITORY, USAGE for an override that is no folder */
export declare function storeLocation({ commonDir, override, cacheDir }: StoreLocationRequest): StoreLocation;
/** @throws CoraError STORE for a folder that LanceDB would not find: it would use another one */
export declare function refuseOddPath(dir: string): void;
/** One folder per chunker and embedder: vectors of two embedders never meet. */
export declare function fingerprintDir(root: string, fingerprint: string): string;
/** Fingerprints of the stores under `root`, sorted; none where the folder does not exist. */
export declare function listFingerprints(root: string): string[];
/** @param mode readers ask for less. @throws CoraError STORE where the folder holds or is a link */
export declare function refuseLinks(dir: string, mode: 'read' | 'write'): void;
export declare function isLink(path: string): boolean;
export declare function refusedLink(path: string, hint?: string): CoraError;
/** The name of LanceDB's table. */
export declare const CHUNKS = "chunks";
/** The folder that LanceDB keeps the table in. */
export declare function tableDirectory(dir: string, name: string): string;
/** Returns the bytes of all regular files below; those that vanish meanwhile do not count. */
export declare function bytesUnder(dir: string): Promise<number>;
export {};
