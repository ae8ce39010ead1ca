/** Passwords in addresses (`postgres://app:…@db/shop`) and in HTTP's own words (`Authorization: Basic …`, `curl -u`). */

import { isPlaceholder, isRandom, isStrongPassword } from './isRandom.ts';
import type { SecretRule, Span } from './secretRule.ts';

/** scheme://user:PASSWORD@host; the user may be missing. */
const ADDRESS =
  /(?<=[a-z][a-z0-9+.-]{1,25}):\/\/([^\s:/?#@"'`<>()[\]{}|\\,;]{0,100}):([^\s/?#@"'`<>|\\]{3,200})@([\w.-]{1,200})/dy;
/** Hosts that stand for any other: what stands before them mostly does too. */
const ANY_HOST =
  /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\d{1,3}\.\d{1,3}|(?:[\w-]+\.)*(?:example|test|invalid|localhost|local|internal-example)(?:\.(?:com|org|net|edu))?|(?:my|your|some|the|db|sql|mongo|redis|mysql|postgres|smtp|mail|proxy|git)?-?_?(?:host|hostname|server|domain|proxy|url|address|registry)(?:name)?\d*(?:\.(?:com|org|net|tld|invalid))?|.*example.*|hosts?\d*|[a-z]{1,3}\d?)$/i;

const BASIC = /basic\s{1,3}([A-Za-z0-9+/]{8,300}={0,2})(?![\w+/])/diy;
const BEARER = /bearer\s{1,3}([\w.~+/-]{20,2000}={0,2})(?![\w])/diy;
const CURL = /(?<=\s)(?:-u|--user)[ =]["']?[\w.@-]{1,60}:([^\s"'`:]{6,100})["']?/dy;

export const ADDRESS_RULES: readonly SecretRule[] = [
  { id: 'address-password', what: 'password in an address', keywords: ['://'], find: findInAddress },
  { id: 'basic-auth', what: 'HTTP basic authentication', keywords: ['basic '], find: findBasic },
  { id: 'bearer-token', what: 'HTTP bearer token', keywords: ['bearer '], find: findBearer },
  { id: 'basic-auth', what: 'name and password of curl', keywords: ['-u ', '--user '], find: findCurl },
];

function findInAddress(text: string, at: number): Span[] | null {
  const found = groupsOf(ADDRESS, text, at);
  if (found === null) return null;
  const [user = '', password = '', host = ''] = found.groups;
  if (isPlaceholder(password) || isSimilar(password, user)) return null;
  const plain = decoded(password);
  if (ANY_HOST.test(host) ? !isRandom(plain) && !isStrongPassword(plain) : COMMON.test(plain)) return null;
  return [found.spans[1]!];
}

/** Before any host these say that a password stands here. */
const COMMON =
  /^(?:pass|pw|root|user|username|guest|postgres|mysql|mongo|redis|me|you|p|x|abc|key|auth|oauth2?|git|x-oauth-basic|x-access-token)\d{0,3}$|^:|^%|^\$/i;

function isSimilar(password: string, user: string): boolean {
  return password.toLowerCase() === user.toLowerCase();
}

function decoded(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    // A single % is no escape.
    return password;
  }
}

/** Of `name:password` in Base64. */
function findBasic(text: string, at: number): Span[] | null {
  const found = groupsOf(BASIC, text, at);
  if (found === null) return null;
  const pair = Buffer.from(found.groups[0]!, 'base64').toString('latin1');
  const parts = /^([\x20-\x39\x3b-\x7e]{0,100}):([\x20-\x7e]{3,200})$/.exec(pair);
  if (parts === null) return null;
  const [, user = '', password = ''] = parts;
  const isPlain = isPlaceholder(password) || COMMON.test(password) || isSimilar(password, user) || isPlaceholder(user);
  return isPlain ? null : [found.spans[0]!];
}

function findBearer(text: string, at: number): Span[] | null {
  const found = groupsOf(BEARER, text, at);
  return found === null || !isRandom(found.groups[0]!) ? null : [found.spans[0]!];
}

function findCurl(text: string, at: number): Span[] | null {
  const found = groupsOf(CURL, text, at);
  const password = found?.groups[0] ?? '';
  return found === null || !(isRandom(password) || isStrongPassword(password)) ? null : [found.spans[0]!];
}

function groupsOf(pattern: RegExp, text: string, at: number): { groups: string[]; spans: Span[] } | null {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found === null) return null;
  const spans = found.indices!.slice(1).map((indices) => ({ start: indices?.[0] ?? 0, end: indices?.[1] ?? 0 }));
  return { groups: found.slice(1), spans };
}
