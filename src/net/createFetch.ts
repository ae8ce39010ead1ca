/**
 * The door to every server: `fetch`, through the proxy that the environment names. Node's own fetch knows proxies from version
 * 24 on and only when told so; undici, which it is made of, knows them everywhere. It is loaded where a proxy is used, with its
 * own fetch: that of another version may not fit its agents. Its EnvHttpProxyAgent is not used: it warns that it is
 * experimental, and takes an entry of NO_PROXY for one host, where curl and git take it for all below it too.
 */

import type { ProxyAgent } from 'undici';
import { CoraError } from '../base/errors.ts';
import { chooseProxy, type Environment, type WebProxy } from './chooseProxy.ts';

export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

/**
 * @param env HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY, in capitals or small letters
 * @returns throws what fetch throws, and CoraError CONFIG or NETWORK where the proxy is at fault and asking again is of no use
 */
export function createFetch(env: Environment): Fetch {
  /** Connections are kept for the next request; idle ones do not hold the process. */
  const agents = new Map<string, ProxyAgent>();
  return async (url, init) => {
    const proxy = chooseProxy(url, env);
    if (proxy === null) return fetch(url, init);
    const undici = await import('undici');
    const dispatcher = agents.get(proxy.variable) ?? agentOf(proxy, undici);
    agents.set(proxy.variable, dispatcher);
    try {
      // The same interfaces, declared twice.
      const request = { ...init, dispatcher } as unknown as Parameters<typeof undici.fetch>[1];
      return (await undici.fetch(url, request)) as unknown as Response;
    } catch (error) {
      throw init.signal?.aborted === true ? error : explain(error, proxy, url);
    }
  };
}

function agentOf({ origin, authorization }: WebProxy, undici: Pick<typeof import('undici'), 'ProxyAgent'>): ProxyAgent {
  return new undici.ProxyAgent({
    uri: origin,
    ...(authorization === undefined ? {} : { token: authorization }),
    // Many proxies open tunnels to port 443 only; what is not encrypted is asked of the proxy itself, as curl does.
    proxyTunnel: false,
  });
}

const UNREACHABLE: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH']);
/** Of a proxy that opens TLS connections and closes them with a certificate of its own. */
const UNTRUSTED: ReadonlySet<unknown> = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** What may heal stays an error that is no CoraError: the caller asks again. */
function explain(error: unknown, { variable, origin, authorization }: WebProxy, { hostname }: URL): unknown {
  const cause = deepest(error);
  const code = 'code' in cause ? cause.code : undefined;
  const proxy = `The proxy ${origin} (${variable})`;
  const around = `NO_PROXY=${hostname} goes there directly`;
  const failure = (said: string, hint: string) => new CoraError('NETWORK', `${proxy} ${said}`, { hint, cause });
  if (UNREACHABLE.has(code)) return failure(`cannot be reached: ${code}.`, `correct ${variable}; ${around}`);
  if (UNTRUSTED.has(code)) {
    const hint = 'NODE_EXTRA_CA_CERTS=FILE names the certificate of a proxy that opens TLS connections';
    return failure(`leads to a certificate for ${hostname} that is not trusted: ${code}.`, hint);
  }
  // "Proxy response (403) !== 200 when HTTP Tunneling", "Proxy Authentication Required (407)"
  const status = /^Proxy .*\((\d{3})\)/.exec(cause.message)?.[1];
  if (status === undefined) return error;
  if (status === '407') {
    const said = authorization === undefined ? 'wants a user and a password (407).' : 'refuses user or password (407).';
    return failure(said, `set ${variable}=http://USER:PASSWORD@HOST:PORT, special characters as %XX`);
  }
  const said = `does not lead to ${hostname}: it answers with ${status}`;
  return status.startsWith('4') ? failure(`${said}.`, around) : new Error(`${proxy} ${said}`);
}

/** fetch wraps what a tunnel met twice. */
function deepest(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error ? deepest(error.cause) : error;
}
