/** The files of a revision with what can be told of each: the catalogue, whether indexed or not. */
import type { CatalogueEntry, TreeFile } from '../types.ts';
import type { Repository } from './repository.ts';
import type { ViewSettings } from './skipReasonOf.ts';
export interface TrackedFile extends TreeFile {
    language: string;
    /** Null where there is no content to look at: links, submodules, missing blobs. */
    binary: boolean | null;
}
/**
 * Every tracked file of a revision, sorted by path. Reads the beginning of each blob.
 * @throws CoraError BAD_REVISION
 */
export declare function listTrackedFiles(repo: Repository, rev?: string, signal?: AbortSignal): Promise<TrackedFile[]>;
/**
 * The same with the verdict of the settings, for `cora files`.
 * @throws CoraError BAD_REVISION
 */
export declare function listCatalogue(repo: Repository, rev: string, settings: ViewSettings, signal?: AbortSignal): Promise<CatalogueEntry[]>;
