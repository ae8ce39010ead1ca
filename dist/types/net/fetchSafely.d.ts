/**
 * HTTP requests for artifacts: redirects are followed here, so that a token never leaves the host
 * that it is meant for, and what may heal is tried again. Nothing of this runs unless the user
 * chose the source.
 */
import type { Log } from '../base/types.ts';
import { type Fetch } from './createFetch.ts';
import { type RetryPolicy } from './retrying.ts';
export interface FetchPolicy extends RetryPolicy {
    /** Without an answer, or with less of it than LEAST_RATE, for so long, an attempt has failed. */
    stallMs: number;
    /** For all attempts together; six hours where nothing is said. */
    wholeMs?: number;
}
export declare const DEFAULT_FETCH: FetchPolicy;
export interface SafeRequest {
    url: URL;
    /** A method other than GET must be safe to repeat. */
    method?: 'GET' | 'POST' | 'DELETE';
    /** Makes the headers, anew for each attempt. */
    headers?: () => Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>;
    /** `Authorization`, for the host of `url` and no other. */
    authorization?: string | undefined;
    body?: Uint8Array | string;
    /** Notes where redirects led, so that later requests for the same file go there directly. */
    place?: {
        known: LedTo | null;
    };
    /** Sends the request, through a proxy where one is set. */
    fetch: Fetch;
    log: Log;
    policy: FetchPolicy;
    signal?: AbortSignal | undefined;
}
/** An address that redirects led to. */
export interface LedTo {
    url: URL;
    /** True if every redirect stayed on the first host: only then credentials are sent. */
    isHome: boolean;
}
/**
 * Sends a request, follows redirects, and tries again what may heal.
 * @param read takes the answer (of any status that is not worth repeating) and says how many bytes
 * came; may be called again after a broken connection
 * @throws CoraError NETWORK when given up, ABORTED, and what `read` throws of its own
 */
export declare function fetchSafely<T>(request: SafeRequest, read: (response: Response, came: (bytes: number) => void) => Promise<T>): Promise<T>;
/** An address without what may be a secret: user, password, query. */
export declare function shownUrl(url: URL): string;
/**
 * True if somebody's answer may name that address: neither a redirect nor a link in it leads out of
 * encryption, into another protocol, or from elsewhere to this machine.
 */
export declare function mayLeadTo(next: URL, place: URL): boolean;
