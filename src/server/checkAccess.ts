/**
 * Who may ask what: the gates in front of every route. Host names that are not this server's are refused (DNS rebinding), pages of
 * other origins too (a page that the user looks at must not search or remove their code), and where a token is set, who has none.
 */

import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from './apiEnv.ts';
import { HttpError } from './errors.ts';
import { hostNamesOf, isToken } from './httpAccess.ts';

export interface AccessRules {
  /** Where the server listens. */
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

/** Programs send no Origin. A page sends that which it came from: another port of this machine is another origin. */
function isOwnOrigin(origin: string | undefined, host: string): boolean {
  if (origin === undefined) return true;
  return /^https?:\/\//.test(origin) && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

/** Browsers say where a request comes from also where they send no Origin. */
function isOwnSite(site: string | undefined): boolean {
  return site === undefined || site === 'same-origin' || site === 'none';
}

/** A link to the page may stand anywhere. What fills a frame or an object navigates too, and is no link. */
function isLink(method: string, header: (name: string) => string | undefined): boolean {
  return method === 'GET' && header('sec-fetch-mode') === 'navigate' && header('sec-fetch-dest') === 'document';
}
