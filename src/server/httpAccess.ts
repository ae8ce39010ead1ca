/** Who may talk to a server on HTTP: which addresses only this machine reaches, and whether a token is the right one. */

import { createHash, timingSafeEqual } from 'node:crypto';
import { CoraError } from '../base/errors.ts';
import { isLoopback } from '../net/isLoopback.ts';

/** Of a server that was told no address: only this machine reaches it. */
export const DEFAULT_HOST = '127.0.0.1';

/** Addresses that stand for every one of the machine's. */
const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '::', '*', '']);

/** @param command to type, for the hint. @throws CoraError USAGE for an open address without a token */
export function mustBeGuarded(host: string, token: string | null, command: string): void {
  if (isLoopback({ hostname: bracketed(host) }) || token !== null) return;
  throw new CoraError('USAGE', `Others can reach ${host}, and no token is set.`, {
    hint: `CORA_TOKEN="$(openssl rand -hex 32)" ${command} --bind … ; clients send it as "Authorization: Bearer …"`,
  });
}

/**
 * What the Host of a request may be, without the port.
 * @returns null under an address that stands for all of them: any name may be right, and a web page does not know the token
 */
export function hostNamesOf(host: string): string[] | null {
  if (WILDCARDS.has(host)) return null;
  return isLoopback({ hostname: bracketed(host) }) ? ['localhost', '127.0.0.1', '[::1]'] : [bracketed(host)];
}

/** As it stands in an address: IPv6 in brackets. */
export function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** @param header of the request; compared in a time that tells nothing */
export function isToken(header: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
