/**
 * Finds where a command works: the repository around it, the store that belongs to it, the settings
 * that shape a view.
 */
import type { EmbedderInfo, Shard } from '../base/types.ts';
import type { Repository } from '../git/repository.ts';
import type { ViewSettings } from '../git/skipReasonOf.ts';
import { type StoreLocation } from '../store/location.ts';
export interface WorkspaceRequest {
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
export declare function openWorkspace(request: WorkspaceRequest): Promise<Workspace>;
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
