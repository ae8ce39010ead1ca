/**
 * The door to every server: `fetch`, through the proxy that the environment names. Node's own fetch
 * knows proxies from version 24 on and only when told so; undici, which it is made of, knows them
 * everywhere. It is loaded where a proxy is used, with its own fetch: that of another version may
 * not fit its agents. Its EnvHttpProxyAgent is not used: it warns that it is experimental, and
 * takes an entry of NO_PROXY for one host, where curl and git take it for all below it too.
 */

import { BlockList, isIP } from 'node:net';
import type { ProxyAgent } from 'undici';
import { CoraError, codeOf, deepestCause } from '../base/errors.ts';
import type { Environment } from '../base/types.ts';
import { isLoopback } from './serviceAddress.ts';

export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

/**
 * Makes a `fetch` that goes through the proxy of the environment, if there is one.
 * @param env HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY, in capitals or small letters
 * @returns throws what fetch throws, and CoraError CONFIG or NETWORK where the proxy is at fault
 * and asking again is of no use
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
      // undici and Node declare the same interfaces.
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
    // Many proxies open tunnels to port 443 only; what is not encrypted is asked of the proxy
    // itself, as curl does.
    proxyTunnel: false,
  });
}

const UNREACHABLE: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH']);
/** The error codes of a certificate of one's own: a server's, or that of a proxy that opens TLS. */
export const UNTRUSTED: ReadonlySet<string> = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/**
 * Makes a CoraError of an error for which asking again is of no use. Other errors stay as they are,
 * and the caller may ask again.
 */
function explain(error: unknown, { variable, origin, authorization }: WebProxy, { hostname }: URL): unknown {
  const cause = deepestCause(error);
  const code = codeOf(cause);
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

// Which proxy leads to an address, by the variables that curl and git read: `https_proxy` for
// https, `http_proxy` for http, `all_proxy` for what these leave open, `no_proxy` for what is asked
// directly; each also in capitals, small letters first. Unlike curl, HTTP_PROXY counts in capitals
// too (nothing here runs inside a web server), and this machine is never asked through a proxy: a
// token may go to it without encryption.

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
export function chooseProxy(target: URL, env: Environment): WebProxy | null {
  if (isLoopback(target)) return null;
  const own = target.protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const found = given(own, env) ?? given('all_proxy', env);
  if (found === null || isExempt(target, given('no_proxy', env)?.value ?? '')) return null;
  return readProxy(found, target, own.toUpperCase());
}

interface Given {
  variable: string;
  value: string;
}

function given(name: string, env: Environment): Given | null {
  for (const variable of [name, name.toUpperCase()]) {
    const value = env[variable]?.trim();
    if (value !== undefined && value !== '') return { variable, value };
  }
  return null;
}

/** Knows `example.com`, `.example.com` (all below), `10.0.0.0/8`, `host:8080` and `*`. */
function isExempt(target: URL, list: string): boolean {
  const host = target.hostname.replace(/^\[|\]$|\.$/g, '');
  const port = target.port || (target.protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => entry === '*' || fits(entry, host, port));
}

function fits(entry: string, host: string, port: string): boolean {
  const [, bracketed, plain, wanted] = /^(?:\[(.*)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? [];
  if (wanted !== undefined && wanted !== port) return false;
  // An IPv6 address without brackets has no port.
  const name = (bracketed ?? plain ?? entry).replace(/^\*?\.+|\.$/g, '');
  if (isIP(host) !== 0) return isWithin(host, name);
  return name !== '' && (host === name || host.endsWith(`.${name}`));
}

function isWithin(address: string, range: string): boolean {
  const [base = '', bits] = range.split('/');
  const version = isIP(base);
  if (version === 0) return false;
  const longest = version === 6 ? 128 : 32;
  const prefix = bits === undefined ? longest : Number(bits);
  if (!(Number.isInteger(prefix) && prefix >= 0 && prefix <= longest)) return false;
  const list = new BlockList();
  list.addSubnet(base, prefix, version === 6 ? 'ipv6' : 'ipv4');
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** `http://user:password@host:3128`; `host:3128` is http. No error shows the value. */
function readProxy({ variable, value }: Given, target: URL, own: string): WebProxy {
  const hint = `set ${own}=http://HOST:PORT, or NO_PROXY=${target.hostname} to go there directly`;
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.hostname === '')
    throw new CoraError('CONFIG', `${variable} is not the address of a proxy.`, { hint });
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const kind = url.protocol.slice(0, -1);
    throw new CoraError('CONFIG', `${variable} names a ${kind} proxy; cora goes through http and https proxies.`, {
      hint,
    });
  }
  return { variable, origin: url.origin, authorization: authorizationOf(url, variable) };
}

function authorizationOf({ username, password }: URL, variable: string): string | undefined {
  if (username === '' && password === '') return undefined;
  try {
    const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(text).toString('base64')}`;
  } catch {
    throw new CoraError('CONFIG', `The user or password in ${variable} cannot be read.`, {
      hint: 'a % in it is written %25',
    });
  }
}
