/**
 * Private keys in armour: PEM (RSA, EC, DSA, PKCS #8, OpenSSH), PGP, PuTTY. The marks stay, what is
 * between them does not.
 */

import { execAt, type SecretRule, type SecretSpan } from './secretRule.ts';

/**
 * Match the marks of a key, also in JSON, in a string of a program or behind comment marks: the
 * line breaks may be `\n`, and quotes stand between.
 */
const HEAD = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
const DASHES = '-----';
const MOST = 40_000;
const BODY = /(?<!\\)\\+[nrt]|[A-Za-z0-9+/=]+/g;
/** The shortest, of an elliptic curve, has more. */
const LEAST = 40;
/**
 * Lines of a key are longer than words, and most of what is between the marks is such lines: a
 * program is not.
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

/** Letters and digits between the marks; `+` and `//` alone are the program's. */
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
