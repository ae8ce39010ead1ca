/**
 * Tokens that say what they are: a prefix that a known issuer chose (issuers.ts), or a name and a
 * purpose, as `shop_live_…`. Forms are tried where the prefix stands, and every repetition has an
 * upper bound, so that looking costs no more than the text is long.
 */

import { isFiller, isRandom } from './isRandom.ts';
import { KNOWN_FORMATS } from './issuers.ts';
import { execAt, type SecretRule, type SecretSpan, type TokenFormat, valueAt } from './secretRule.ts';

/**
 * The start of a token, which is not the end of something longer: no letter or digit stands before
 * it but that of an escape (`\\n`, `%3D`, a colour).
 */
const START = '(?:(?<![A-Za-z0-9])|(?<=\\\\[nrt]|%[0-9A-Fa-f]{2}|\\x1b\\[[0-9;]{1,8}m))';
/** `"ghp_" + "…"`: the rest stands in a string of its own. */
const JOINED = /["'`]\s{0,3}(?:\+|\.{1,2}|&|,|~|<>)?\s{0,20}["'`]([\w./+=-]{16,300})["'`]/dy;

export function tokenRules(): SecretRule[] {
  return [...KNOWN_FORMATS, DISCORD].map(ruleOf);
}

/** Its prefixes are the four characters with which a user's number begins in Base64. */
const DISCORD: TokenFormat = [
  'discord-token',
  'Discord bot token',
  [...'MNO']
    .flatMap((first) => [...'DTjz'].map((second) => first + second))
    .flatMap((start) => [...'AEIMQUYcgk'].map((third) => start + third))
    .flatMap((start) => [...'wxyz012345'].map((fourth) => start + fourth))
    .join(' '),
  '[MNO][DTjz][AEIMQUYcgk][wxyz0-5][A-Za-z0-9]{20,24}\\.[\\w-]{6,7}\\.[\\w-]{27,40}(?![\\w-])',
];

function ruleOf([id, what, prefixes, form, before = 0]: TokenFormat): SecretRule {
  const keywords = prefixes.split(' ');
  const firsts = new Set(keywords.map((keyword) => keyword.charCodeAt(0)));
  const joined = keywords.filter((keyword) => /\w[_.-]$/.test(keyword));
  const start = before > 0 || /^\w/.test(prefixes) ? START : '';
  const pattern = new RegExp(`${start}${form}`, 'dy');
  return {
    id,
    what,
    keywords,
    find: (text, at) => {
      // Words are found in either case, and forms know one: most of what stands there is a word.
      if (at < before || !firsts.has(text.charCodeAt(at))) return null;
      const token = valueAt(pattern, text, at - before);
      if (token === undefined) return joined.length === 0 ? null : findJoined(text, at, joined);
      return isWrittenBy(token.text) ? null : [token];
    },
  };
}

function findJoined(text: string, at: number, prefixes: readonly string[]): SecretSpan[] | null {
  const prefix = prefixes.find((one) => text.startsWith(one, at));
  if (prefix === undefined) return null;
  const rest = valueAt(JOINED, text, at + prefix.length);
  return rest !== undefined && isRandom(rest.text) ? [rest] : null;
}

/** The prefix may hold a word of its own; the example of jwt.io is in many a test. */
function isWrittenBy(value: string): boolean {
  const body = value.replace(
    /^[A-Za-z0-9]{2,8}[._-](?:(?:test|live|prod|secret|sandbox|production|admin|proj)[_-])?/i,
    '',
  );
  return isFiller(body) || value.endsWith('.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c');
}

// Tokens of issuers that Cora does not know, by what most of them do: a name of theirs, what the
// token is for, and the generator's work, as `shop_live_…`, `acme-pat-…`.

const KINDS = 'live prod pat sk secret token key api apikey access svc'.split(' ');
/** No part of a longer name stands before it. */
const NAME_BEFORE = /(?<![A-Za-z0-9_./+-])[a-z][a-z0-9]{1,11}$/;
const ISSUED_BODY = /(?:(?:v[0-9]|live|prod|test|dev|key)[_-])?([A-Za-z0-9]{24,200})(?![A-Za-z0-9_./+=-])/dy;
const MOST_BEFORE = 13;

export const ISSUED_RULE: SecretRule = {
  id: 'issued-token',
  what: `random letters and digits behind a name and what they are for (${KINDS.map((kind) => `\`…_${kind}_\``).join(', ')})`,
  keywords: KINDS.flatMap((kind) => [`_${kind}_`, `-${kind}-`]),
  find: (text, at, length) => {
    const body = valueAt(ISSUED_BODY, text, at + length);
    if (body === undefined || !/[a-z]/.test(body.text) || !/[0-9].*[0-9]/.test(body.text)) return null;
    if (!isRandom(body.text)) return null;
    const [name = ''] = NAME_BEFORE.exec(text.slice(Math.max(0, at - MOST_BEFORE), at)) ?? [];
    return name === '' ? null : [{ start: at - name.length, end: body.end }];
  },
};

// Private keys in armour: PEM (RSA, EC, DSA, PKCS #8, OpenSSH), PGP, PuTTY. The marks stay, what is
// between them does not.

/**
 * Match the marks of a key, also in JSON, in a string of a program or behind comment marks: the
 * line breaks may be `\n`, and quotes stand between.
 */
const HEAD = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
const DASHES = '-----';
const MOST = 40_000;
const BODY = /(?<!\\)\\+[nrt]|[A-Za-z0-9+/=]+/g;
/** The fewest characters of a key: the shortest, of an elliptic curve, has more. */
const LEAST = 40;
/**
 * The fewest characters of a line of a key. Most text between the marks must be such lines, which
 * that of a program is not.
 */
const LINE = 32;
const MOSTLY = 0.6;
/** A key that is cut off ends where its lines do. */
const TORN = /(?:(?:\\+[nrt]|[\s"'`+,;#*>|]){0,80}[A-Za-z0-9+/=]{16,200}){0,600}/y;

/**
 * Matches how keys begin in DER and in OpenSSH's own form, in Base64, where the marks were left
 * out.
 */
const BARE =
  /(?:MII[A-Za-z0-9+/]{3}IBA(?:AKC|DANBgkq)|MIG[A-Za-z0-9]AgEAM|MHcCAQEEI|MC4CAQAwBQYDK2Vw|b3BlbnNzaC1rZXktdjE)/y;
/**
 * Keywords of keys in PKCS #1 and #8, which stand after the length: what stands in front of them.
 */
const BARE_LATE = ['IBAAKC', 'IBADANBgkq'];
const BARE_BEFORE = 6;

const PUTTY = /Private-Lines: [0-9]{1,4}(?:\r?\n[A-Za-z0-9+/=]{1,80}){1,400}/y;

export const PRIVATE_KEY_RULES: readonly SecretRule[] = [
  { id: 'private-key', what: 'private key (PEM, OpenSSH, PGP)', keywords: ['-----BEGIN '], find: findArmoured },
  {
    id: 'private-key',
    what: 'private key without its marks',
    keywords: [
      ...BARE_LATE,
      'MIGHAgEAM',
      'MIGEAgEAM',
      'MIG2AgEAM',
      'MHcCAQEEI',
      'MC4CAQAwBQYDK2Vw',
      'b3BlbnNzaC1rZXktdjE',
    ],
    find: findBare,
  },
  { id: 'private-key', what: 'private key (PuTTY)', keywords: ['Private-Lines: '], find: findPutty },
];

function findArmoured(text: string, at: number): SecretSpan[] | null {
  const head = execAt(HEAD, text, at)?.[0];
  if (head === undefined) return null;
  const from = at + head.length;
  const next = text.indexOf(DASHES, from);
  const isWhole = next !== -1 && next - from <= MOST && text.startsWith(`${DASHES}END `, next);
  const spans = runsIn(text, from, isWhole ? next : endOfTorn(text, from));
  const lengths = spans.map(({ start, end }) => end - start);
  const all = lengths.reduce((sum, length) => sum + length, 0);
  const inLines = lengths.reduce((sum, length) => sum + (length < LINE ? 0 : length), 0);
  return all < LEAST || inLines < MOSTLY * all ? null : spans;
}

/**
 * Returns the runs of letters and digits between the marks; `+` and `//` alone are the program's.
 */
function runsIn(text: string, from: number, to: number): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const { 0: run, index } of text.slice(from, to).matchAll(BODY)) {
    if (run.startsWith('\\') || !/[A-Za-z0-9]/.test(run)) continue;
    spans.push({ start: from + index, end: from + index + run.length });
  }
  return spans;
}

function endOfTorn(text: string, from: number): number {
  return from + (execAt(TORN, text, from)?.[0].length ?? 0);
}

function findBare(text: string, at: number): SecretSpan[] | null {
  const before = BARE_LATE.some((keyword) => text.startsWith(keyword, at)) ? BARE_BEFORE : 0;
  if (at < before || execAt(BARE, text, at - before) === null) return null;
  const spans = runsIn(text, at - before, endOfTorn(text, at - before));
  return spans.reduce((sum, { start, end }) => sum + end - start, 0) < LEAST ? null : spans;
}

function findPutty(text: string, at: number): SecretSpan[] | null {
  const found = execAt(PUTTY, text, at)?.[0];
  if (found === undefined) return null;
  const from = at + found.indexOf('\n');
  return runsIn(text, from, at + found.length);
}
