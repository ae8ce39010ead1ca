/**
 * One door to every embedding service: a JSON POST that is repeated while repeating may help. It knows HTTP and how
 * these services word their errors; it knows nothing of vectors. Secrets go into the Authorization header and nowhere
 * else: what a server sends back is searched for them before it is shown.
 */
import type { Log } from '../types.ts';
/** Waits double from `firstDelayMs`, without jitter, so that two runs against the same answers are alike. */
export interface HttpPolicy {
    attempts: number;
    firstDelayMs: number;
    /** The longest wait between attempts; a server that asks for more (Retry-After) ends the run instead. */
    maxDelayMs: number;
    /** For one attempt, from the connection to the last byte. */
    timeoutMs: number;
}
export declare const DEFAULT_HTTP: HttpPolicy;
export interface JsonPost {
    url: URL;
    body: unknown;
    /** Sent as a bearer token; never shown. */
    key?: string | undefined;
    policy: HttpPolicy;
    log: Log;
    signal?: AbortSignal | undefined;
}
/** Why a request was given up. `status` is 0 where no answer came. */
export declare class HttpFailure extends Error {
    readonly status: number;
    /** What the server said, one line, without secrets. */
    readonly said: string;
    constructor(status: number, said: string, cause?: unknown);
    /** True where fewer or shorter texts may succeed. */
    get tooLarge(): boolean;
}
/** @returns the parsed answer of a 2xx
 *  @throws HttpFailure when given up, CoraError ABORTED when the caller's signal fires */
export declare function postJson(post: JsonPost): Promise<unknown>;
