/**
 * Finds where a command works: the repository around it, its store, and the settings that decide
 * about the view.
 */
import { CoraError } from '../base/errors.ts';
import type { Embedder, EmbedderInfo, Shard } from '../base/types.ts';
import { type Repository } from '../git/repository.ts';
import type { ViewSettings } from '../git/skipReasonOf.ts';
import type { IndexSettings, Surroundings } from '../settings/requests.ts';
import { type StoreLocation } from '../store/location.ts';
export interface Workspace {
    repository: Repository;
    location: StoreLocation;
    settings: ViewSettings;
}
/** @param known the repository in its present state, if the caller has opened it */
export declare function openWorkspaceFor({ include, exclude, maxFileSize, store }: IndexSettings, { dir, env, cacheDir }: Surroundings, known?: Repository): Promise<Workspace>;
/** Older versions of a table are removed after this time: no reader needs one for longer. */
export declare const RETENTION_MS: number;
/**
 * Returns a fingerprint of the chunker and the embedder. It names the store, so vectors of two
 * embedders are never mixed.
 */
export declare function storeFingerprint(embedder: Pick<EmbedderInfo, 'fingerprint'>): string;
/**
 * @throws CoraError STORE if the folder or a part of it is a link, or if LanceDB cannot use its
 * path
 */
export declare function storeDirOf(workspace: Workspace, embedder: Pick<EmbedderInfo, 'fingerprint'>): string;
/** Returns a hash of everything but the tree that a view depends on. */
export declare function settingsHash({ include, exclude, maxFileSize }: ViewSettings): string;
/** Returns the name of a view's file. A shard has another view than the whole. */
export declare function viewIdOf(tree: string, settings: ViewSettings, shard?: Shard): string;
export declare function viewIdOfHash(tree: string, hash: string, shard?: Shard): string;
/**
 * Returns where the index of the repository is; it may not exist yet.
 * @param repository if the caller has opened it
 */
export declare function locateIndex(settings: IndexSettings, surroundings: Surroundings, repository?: Repository): Promise<{
    workspace: Workspace;
    embedder: Embedder;
    dir: string;
}>;
export declare function embedderFor({ embedder }: Pick<IndexSettings, 'embedder'>, { env, log }: Pick<Surroundings, 'env' | 'log'>): Promise<Embedder>;
/** @param hint other advice than to build the index */
export declare function noIndex({ location, repository }: Workspace, embedder: Pick<EmbedderInfo, 'id' | 'fingerprint'>, hint?: string): Promise<CoraError>;
interface OtherStore {
    dir: string;
    fingerprint: string;
    embedder: EmbedderInfo;
    /**
     * True if another version of Cora wrote it. For the same embedder this version uses another
     * folder, because it hides other secrets or makes other chunks.
     */
    isOfOtherVersion: boolean;
}
/**
 * Lists stores. Those that are unfinished or damaged say nothing about themselves and are skipped.
 */
export declare function listOtherStores(root: string, embedder: Pick<EmbedderInfo, 'fingerprint'>): Promise<OtherStore[]>;
/** Returns the folders of such stores. */
export declare function storesOfOtherVersions(root: string, embedder: Pick<EmbedderInfo, 'fingerprint'>): Promise<string[]>;
export {};
