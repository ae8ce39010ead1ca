/**
 * An index where it was published, without a copy: the row that names it, its statistics (from the cache where this machine has read
 * them before), and its chunk table at the version that belongs to both.
 */
import { type Publication } from './publishIndex/listPublications.ts';
import type { ChunkStore, ViewRecord } from './storePort.ts';
export interface PublishedIndex {
    uri: string;
    publication: Publication;
    record: ViewRecord;
    store: ChunkStore;
}
export interface OpenPublishedRequest {
    /** Where the credentials are. */
    env: NodeJS.ProcessEnv;
    cacheDir: string;
    /** Of the caller's embedder: preferred to a newer index of another one. Waited for when it is needed. */
    fingerprint: Promise<string>;
}
/** The newest one. @throws CoraError NO_INDEX, INCOMPATIBLE_INDEX, BAD_ARTIFACT, BROKEN_INDEX, USAGE, NETWORK, … */
export declare function openPublished(named: string, request: OpenPublishedRequest): Promise<PublishedIndex>;
