/** Where OpenAI, or a server that speaks like it, answers. */

import { CoraError } from '../base/errors.ts';

/**
 * @param variable where the address came from, for messages
 * @param endpoint what is added where the address does not end with it: `/embeddings`
 * @throws CoraError CONFIG
 */
export function openaiUrl(base: string, variable: string, endpoint: string): URL {
  let url: URL;
  try {
    url = new URL(base);
  } catch (cause) {
    throw new CoraError('CONFIG', `${variable} is not a URL.`, {
      hint: `set ${variable} to something like http://localhost:8080/v1`,
      cause,
    });
  }
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    const hint = `set ${variable} to http(s)://HOST/v1 and put the key into its own variable`;
    throw new CoraError('CONFIG', `${variable} must be an http or https address without user and password.`, { hint });
  }
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  url.pathname = path.endsWith(endpoint) ? path : `${path}${endpoint}`;
  return url;
}
