/**
 * The door to every server: `fetch`, through the proxy that the environment names. Node's own fetch
 * knows proxies from version 24 on and only when told so; undici, which it is made of, knows them
 * everywhere. It is loaded where a proxy is used, with its own fetch: that of another version may
 * not fit its agents. Its EnvHttpProxyAgent is not used: it warns that it is experimental, and
 * takes an entry of NO_PROXY for one host, where curl and git take it for all below it too.
 */
import type { Environment } from '../base/types.ts';
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;
/**
 * Makes a `fetch` that goes through the proxy of the environment, if there is one.
 * @param env HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY, in capitals or small letters
 * @returns throws what fetch throws, and CoraError CONFIG or NETWORK where the proxy is at fault
 * and asking again is of no use
 */
export declare function createFetch(env: Environment): Fetch;
/** The error codes of a certificate of one's own: a server's, or that of a proxy that opens TLS. */
export declare const UNTRUSTED: ReadonlySet<string>;
interface WebProxy {
    /** The variable that names it, for messages. */
    variable: string;
    /** Without user and password: it may be shown. */
    origin: string;
    /** The header for the proxy: `Basic …`. Nobody else may see it. */
    authorization: string | undefined;
}
/**
 * Chooses the proxy for an address.
 * @returns null for one that is asked directly.
 * @throws CoraError CONFIG for a useless proxy
 */
export declare function chooseProxy(target: URL, env: Environment): WebProxy | null;
export {};
