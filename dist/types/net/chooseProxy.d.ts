/**
 * Which proxy leads to an address, by the variables that curl and git read: `https_proxy` for https, `http_proxy` for http,
 * `all_proxy` for what these leave open, `no_proxy` for what is asked directly; each also in capitals, small letters first.
 * Unlike curl, HTTP_PROXY counts in capitals too (nothing here runs inside a web server), and this machine is never asked
 * through a proxy: a token may go to it without encryption.
 */
export type Environment = Readonly<Record<string, string | undefined>>;
export interface WebProxy {
    /** Where it is named, for messages. */
    variable: string;
    /** Without user and password: it may be shown. */
    origin: string;
    /** What it is shown: `Basic …`; never to be shown to anybody else. */
    authorization: string | undefined;
}
/** @returns null where the address is asked directly @throws CoraError CONFIG for a proxy that cannot be used */
export declare function chooseProxy(target: URL, env: Environment): WebProxy | null;
