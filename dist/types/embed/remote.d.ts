/**
 * What all embedders behind HTTP share: batches, the probe that learns the dimensions, texts too large, blank texts,
 * and the error that tells a person what to do. A provider brings its limits, its words and one request.
 */
import type { Embedder, Log } from '../base/types.ts';
import { type Service } from '../net/retrying.ts';
import { type BatchLimits } from './batches.ts';
import { type EmbedderSpec } from './parseEmbedderSpec.ts';
export interface RemoteService extends Omit<Service, 'model'> {
    spec: EmbedderSpec;
    /** What else tells its vectors from others'; never a key. */
    identity: readonly string[];
    /** Where neither the setting nor the service's documentation says, a probe request tells. */
    knownDimensions: number | undefined;
    limits: BatchLimits;
    /** One request: a vector for each text, in order. Throws HttpFailure, or CoraError for an answer of another shape. */
    request(texts: readonly string[], kind: 'document' | 'query', signal?: AbortSignal): Promise<ArrayLike<unknown>[]>;
    log: Log;
}
export declare function createRemoteEmbedder(service: RemoteService): Promise<Embedder>;
