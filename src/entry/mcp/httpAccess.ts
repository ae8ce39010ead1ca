/** Who may talk to a server on HTTP: which addresses only this machine reaches, and whether a token is the right one. */

import { createHash, timingSafeEqual } from 'node:crypto';

/** Addresses that stand for every one of the machine's. */
export const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '::', '*', '']);

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** @param header of the request; compared in a time that tells nothing */
export function isToken(header: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
