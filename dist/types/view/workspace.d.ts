/**
 * Finds where a command works: the repository around it, the store that belongs to it, the settings
 * that shape a view.
 */
import { CoraError } from '../base/errors.ts';
import type { Embedder, EmbedderInfo, Shard } from '../base/types.ts';
import { type Repository } from '../git/repository.ts';
import type { ViewSettings } from '../git/skipReasonOf.ts';
import type { IndexSettings, Surroundings } from '../settings/requests.ts';
import { type StoreLocation } from '../store/location.ts';
interface WorkspaceRequest {
    /** Any directory of the repository. */
    dir: string;
    env: NodeJS.ProcessEnv;
    settings: ViewSettings;
    /**
     * `--store`, CORA_STORE or the config's store; null for the default inside the common Git
     * directory.
     */
    store: string | null;
    /** The folder to which a store goes when the common Git directory can't be written. */
    cacheDir: string;
}
export interface Workspace {
    repository: Repository;
    location: StoreLocation;
    settings: ViewSettings;
}
/** @param repository as it is now */
export declare function workspaceOf(request: WorkspaceRequest, repository: Repository): Promise<Workspace>;
/** Versions of a table that are older are removed: no reader lives that long. */
export declare const RETENTION_MS: number;
/**
 * Returns what tells one store from another: the chunker and the embedder. Vectors of two embedders
 * never meet.
 */
export declare function storeFingerprint(embedder: Pick<EmbedderInfo, 'fingerprint'>): string;
/**
 * @throws CoraError STORE where a link is in its place, or in that of a part of it, or where its
 * path cannot be told to LanceDB
 */
export declare function storeDirOf(workspace: Workspace, embedder: Pick<EmbedderInfo, 'fingerprint'>): string;
/** Returns the hash of what a view depends on beside its tree. */
export declare function settingsHash({ include, exclude, maxFileSize }: ViewSettings): string;
/** The name of a view's statistics file. A shard is another view than the whole. */
export declare function viewIdOf(tree: string, settings: ViewSettings, shard?: Shard): string;
export declare function viewIdOfHash(tree: string, hash: string, shard?: Shard): string;
export declare function openWorkspaceFor(settings: IndexSettings, surroundings: Surroundings): Promise<Workspace>;
/**
 * Returns where the index of the repository around lies; it may not be there yet.
 * @param repository where the caller has opened it
 */
export declare function locateIndex(settings: IndexSettings, surroundings: Surroundings, repository?: Repository): Promise<{
    workspace: Workspace;
    embedder: Embedder;
    dir: string;
}>;
export declare function workspaceRequest({ include, exclude, maxFileSize, store }: IndexSettings, { dir, env, cacheDir }: Surroundings): WorkspaceRequest;
export declare function embedderFor({ embedder }: Pick<IndexSettings, 'embedder'>, { env, log }: Pick<Surroundings, 'env' | 'log'>): Promise<Embedder>;
/** @param hint what to do instead, where there is more than to build it */
export declare function noIndex({ location, repository }: Workspace, embedder: Pick<EmbedderInfo, 'id' | 'fingerprint'>, hint?: string): Promise<CoraError>;
interface OtherStore {
    dir: string;
    fingerprint: string;
    embedder: EmbedderInfo;
    /**
     * This version reads and writes another folder for the same embedder: it hides other secrets, or
     * chunks otherwise.
     */
    isOfOtherVersion: boolean;
}
/** Skips those that say nothing of themselves: never finished, or damaged. */
export declare function listOtherStores(root: string, embedder: Pick<EmbedderInfo, 'fingerprint'>): Promise<OtherStore[]>;
/** Their folders. */
export declare function storesOfOtherVersions(root: string, embedder: Pick<EmbedderInfo, 'fingerprint'>): Promise<string[]>;
export {};
