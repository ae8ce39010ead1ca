/** From what the user named to one artifact on this machine: chosen where there are several, downloaded where it is elsewhere. */
import type { Log, Progress } from '../../base/types.ts';
import type { Repository } from '../../git/repository.ts';
import type { Fetch } from '../../net/createFetch.ts';
import { type FetchPolicy } from '../../net/fetchSafely.ts';
import { type Source } from '../readSource.ts';
import { type Offer } from './offer.ts';
export interface ObtainRequest {
    source: Source;
    repository: Repository;
    /** The store that the rows are for: chunker and embedder. */
    fingerprint: string;
    cacheDir: string;
    fetch: Fetch;
    log: Log;
    onProgress(progress: Progress): void;
    signal?: AbortSignal | undefined;
    policy?: FetchPolicy | undefined;
}
export interface Obtained {
    /** @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX, and what `use` throws */
    read<T>(use: (offer: Offer) => Promise<T>): Promise<T>;
    /** As it may be shown. */
    from: string;
    /** Bytes of a download that came over a network in this run; null where there was none. */
    downloaded: number | null;
    /** Of a download: to be called when it was used or refused. */
    remove(): Promise<void>;
}
/** @throws CoraError NO_ARTIFACT, NETWORK, BAD_ARTIFACT, ABORTED */
export declare function obtainArtifact(request: ObtainRequest): Promise<Obtained>;
