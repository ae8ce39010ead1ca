/**
 * Addresses of services: which stay on this machine, and where Ollama and servers like OpenAI's
 * answer. The web page imports it too.
 */

import { CoraError } from '../base/errors.ts';

/**
 * True for an address of this machine.
 * @param place a URL, or where a server listens; IPv6 in brackets
 */
export function isLoopback({ hostname }: Pick<URL, 'hostname'>): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** True for any spelling of it: a name in somebody else's redirect must not lead here. */
export function leadsHere(url: Pick<URL, 'hostname'>): boolean {
  return isLoopback(url) || /^(?:0\.0\.0\.0|\[::\]|\[::ffff:(?:7f|0:0).*\]|(?:.*\.)?localhost\.?)$/.test(url.hostname);
}

/**
 * Reads an address as Ollama reads OLLAMA_HOST: `host`, `host:port`, `:port`, `http://host`,
 * `https://host/path`. Without a scheme the port is 11434, with one it is the scheme's. 0.0.0.0 is
 * where a server listens, not where a client calls.
 */
export function ollamaUrl(host: string | undefined): URL {
  const given = host?.trim() ?? '';
  const text = given === '' ? '127.0.0.1' : given;
  const hasScheme = /^https?:\/\//i.test(text);
  const address = hasScheme ? text : `http://${text.startsWith(':') ? `127.0.0.1${text}` : text}`;
  const hint = 'set OLLAMA_HOST to host:port, or unset it';
  if (!URL.canParse(address)) throw new CoraError('CONFIG', `OLLAMA_HOST is not an address: ${text}`, { hint });
  const url = new URL(address);
  if (!hasScheme && url.port === '' && !/:80(\/|$)/.test(text)) url.port = '11434';
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1';
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/**
 * Reads the base address of a server that speaks OpenAI's API.
 * @param variable where the address came from, for messages
 * @param endpoint what is added where the address does not end with it: `/embeddings`
 * @throws CoraError CONFIG
 */
export function openaiUrl(base: string, variable: string, endpoint: string): URL {
  const like = `set ${variable} to something like http://localhost:8080/v1`;
  if (!URL.canParse(base)) throw new CoraError('CONFIG', `${variable} is not a URL.`, { hint: like });
  const url = new URL(base);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    const hint = `set ${variable} to http(s)://HOST/v1 and put the key into its own variable`;
    throw new CoraError('CONFIG', `${variable} must be an http or https address without user and password.`, { hint });
  }
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  url.pathname = path.endsWith(endpoint) ? path : `${path}${endpoint}`;
  return url;
}
