/** How often, how long and after which waits a service is asked. One policy for all services, embedding and answering. */
import type { Log } from '../types.ts';
import type { Fetch } from './createFetch.ts';
/** Waits double from `firstDelayMs`, without jitter, so that two runs against the same answers are alike. */
export interface HttpPolicy {
    attempts: number;
    firstDelayMs: number;
    /** The longest wait between attempts; a server that asks for more (Retry-After) ends the run instead. */
    maxDelayMs: number;
    /** For one attempt, from the connection to the last byte; of an answer that streams, for each of its pauses. */
    timeoutMs: number;
}
export declare const DEFAULT_HTTP: HttpPolicy;
export interface JsonPost {
    url: URL;
    body: unknown;
    /** Knows the way: through a proxy, or directly. */
    fetch: Fetch;
    /** Sent as a bearer token; never shown. */
    key?: string | undefined;
    policy: HttpPolicy;
    log: Log;
    signal?: AbortSignal | undefined;
}
/**
 * @param attempt throws HttpFailure
 * @throws HttpFailure when given up, CoraError ABORTED when the caller's signal fires
 */
export declare function retrying<T>(post: JsonPost, attempt: () => Promise<T>): Promise<T>;
/** What fetch is given. */
export declare function requestOf({ body, key }: JsonPost, signal: AbortSignal): RequestInit;
export declare function throwIfAborted(signal: AbortSignal | undefined): void;
