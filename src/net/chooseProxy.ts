/**
 * Which proxy leads to an address, by the variables that curl and git read: `https_proxy` for https, `http_proxy` for http,
 * `all_proxy` for what these leave open, `no_proxy` for what is asked directly; each also in capitals, small letters first.
 * Unlike curl, HTTP_PROXY counts in capitals too (nothing here runs inside a web server), and this machine is never asked
 * through a proxy: a token may go to it without encryption.
 */

import { BlockList, isIP } from 'node:net';
import { CoraError } from '../base/errors.ts';
import { isLoopback } from './isLoopback.ts';

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

/** `example.com` and `.example.com` are the host and all below it; `10.0.0.0/8` and `host:8080` are understood; `*` is all. */
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

/** `http://user:password@host:3128`; `host:3128` is http. What is wrong with a value is said without the value. */
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
