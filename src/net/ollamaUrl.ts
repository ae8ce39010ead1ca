/** Where Ollama answers. */

import { CoraError } from '../base/errors.ts';

/**
 * As Ollama reads OLLAMA_HOST: `host`, `host:port`, `:port`, `http://host`, `https://host/path`. Without a scheme the
 * port is 11434, with one it is the scheme's. 0.0.0.0 is where a server listens, not where a client calls.
 */
export function ollamaUrl(host: string | undefined): URL {
  const given = host?.trim() ?? '';
  const text = given === '' ? '127.0.0.1' : given;
  const hasScheme = /^https?:\/\//i.test(text);
  let url: URL;
  try {
    url = new URL(hasScheme ? text : `http://${text.startsWith(':') ? `127.0.0.1${text}` : text}`);
  } catch (cause) {
    throw new CoraError('CONFIG', `OLLAMA_HOST is not an address: ${text}`, {
      hint: 'set OLLAMA_HOST to host:port, or unset it',
      cause,
    });
  }
  if (!hasScheme && url.port === '' && !/:80(\/|$)/.test(text)) url.port = '11434';
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1';
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}
