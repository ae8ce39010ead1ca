/**
 * The gates in front of every route. Host names of others are refused (DNS rebinding), pages of
 * other origins too (one that the user looks at must not search or remove their code), who has not
 * the token that is set, and a body that is no JSON or too large.
 */

import type { MiddlewareHandler } from 'hono';
import { type JsonLimits, tooMuchJson } from '../base/boundedJson.ts';
import { HttpError } from './errors.ts';
import { hostNamesOf, isToken } from './httpPort.ts';
import type { ApiEnv } from './schemas/openApi.ts';

export interface AccessRules {
  /** The host on which the server listens. */
  host: string;
  token: string | null;
  /** Paths that hold no data: the page itself and whether the server lives. */
  isOpen(path: string): boolean;
}

export function checkAccess({ host, token, isOpen }: AccessRules): MiddlewareHandler<ApiEnv> {
  const names = hostNamesOf(host);
  return async (c, next) => {
    const { method, path } = c.req;
    const asked = c.req.header('host') ?? '';
    if (names !== null && !names.includes(nameIn(asked))) {
      throw new HttpError(403, 'FORBIDDEN_HOST', 'The server does not answer under this name.', {
        hint: `Ask for ${names.join(' or ')}.`,
      });
    }
    if (
      !isOwnOrigin(c.req.header('origin'), asked) ||
      !(isOwnSite(c.req.header('sec-fetch-site')) || (isOpen(path) && isLink(method, (name) => c.req.header(name))))
    ) {
      throw new HttpError(403, 'FORBIDDEN_ORIGIN', 'Pages of other origins may not ask this server.');
    }
    if (token !== null && !isOpen(path) && !isToken(c.req.header('authorization'), token)) {
      throw new HttpError(401, 'NO_TOKEN', 'A token is asked for.', {
        hint: 'Send it as "Authorization: Bearer …".',
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    }
    await next();
  };
}

/** Without the port, in lower case; '' for what is no host. */
function nameIn(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
}

/**
 * Programs send no Origin. A page sends that which it came from: another port of this machine is
 * another origin.
 */
function isOwnOrigin(origin: string | undefined, host: string): boolean {
  if (origin === undefined) return true;
  return /^https?:\/\//.test(origin) && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

/** Browsers say where a request comes from also where they send no Origin. */
function isOwnSite(site: string | undefined): boolean {
  return site === undefined || site === 'same-origin' || site === 'none';
}

/**
 * A link to the page may stand anywhere. A request that fills a frame or an object navigates too,
 * and is no link.
 */
function isLink(method: string, header: (name: string) => string | undefined): boolean {
  return method === 'GET' && header('sec-fetch-mode') === 'navigate' && header('sec-fetch-dest') === 'document';
}

// Refuses every body but JSON that says it is JSON (a form of another page can send text and fields
// only) and tells its size before.

/** Bytes: a long chat has room. */
const LARGEST = 4_000_000;
/** A search has a list of names in an object. */
const JSON_LIMITS: JsonLimits = { bytes: LARGEST, depth: 32, values: 100_000 };

/** Where agents ask: routes/mcp.ts. Their messages have limits of their own. */
export const MCP_PATH = '/mcp';

export const checkBody: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { method, path } = c.req;
  if (path === MCP_PATH) return next();
  const length = Number(c.req.header('content-length') ?? 0);
  const isChunked = c.req.header('transfer-encoding') !== undefined;
  if (isChunked) {
    throw new HttpError(411, 'NO_LENGTH', 'A body needs a Content-Length.', { headers: { Connection: 'close' } });
  }
  if (length > LARGEST) {
    // What is on its way is not read.
    throw new HttpError(413, 'TOO_LARGE', `A body has at most ${LARGEST} bytes.`, { headers: { Connection: 'close' } });
  }
  const type = c.req.header('content-type');
  const isJson = type === undefined ? length === 0 : /^application\/json *(;|$)/i.test(type);
  if (method !== 'GET' && method !== 'HEAD' && !isJson) {
    throw new HttpError(415, 'NOT_JSON', 'A body must be application/json.', {
      hint: 'Content-Type: application/json',
    });
  }
  // Whoever wants the body says that it broke off. Hono keeps the text for whoever wants the JSON.
  const tooMuch = length > 0 && isJson ? tooMuchJson(await c.req.text().catch(() => ''), JSON_LIMITS) : null;
  if (tooMuch !== null) throw new HttpError(413, 'TOO_LARGE', `The body is ${tooMuch}.`);
  await next();
};
