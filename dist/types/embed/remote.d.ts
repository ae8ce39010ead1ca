/**
 * What all embedders behind HTTP share: batches, the probe that learns the dimensions, texts too large, blank texts,
 * and the error that tells a person what to do. A provider brings its limits, its words and one request.
 */
import type { Embedder, Log } from '../types.ts';
import { type BatchLimits } from './batches.ts';
import { type EmbedderSpec } from './parseEmbedderSpec.ts';
export interface RemoteService {
    /** For messages: `OpenAI at api.openai.com`. */
    name: string;
    spec: EmbedderSpec;
    /** What else tells its vectors from others'; never a key. */
    identity: readonly string[];
    /** Where neither the setting nor the service's documentation says, a probe request tells. */
    knownDimensions: number | undefined;
    limits: BatchLimits;
    /** The variable that holds the key. */
    keyVariable: string;
    /** What to do when nobody answers, and when the model is not there. */
    hints: {
        unreachable: string;
        missing: string;
    };
    /** One request: a vector for each text, in order. Throws HttpFailure, or CoraError for an answer of another shape. */
    request(texts: readonly string[], kind: 'document' | 'query', signal?: AbortSignal): Promise<ArrayLike<unknown>[]>;
    log: Log;
}
export declare function createRemoteEmbedder(service: RemoteService): Promise<Embedder>;
