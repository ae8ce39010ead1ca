/** Private keys in armour: PEM (RSA, EC, DSA, PKCS #8, OpenSSH), PGP, PuTTY. The marks stay, what is between them does not. */

import type { SecretRule, Span } from './secretRule.ts';

/** As in JSON, in a string of a program or behind comment marks: the line breaks may be `\n`, and quotes stand between. */
const HEAD = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
const DASHES = '-----';
/** Of a key that is cut off. A line of it is longer than most words. */
const TORN_LINE = /[A-Za-z0-9+/=]{40,}/g;
const MOST = 40_000;
const BODY = /\\+[nrt]|[A-Za-z0-9+/=]+/g;
/** The shortest, of an elliptic curve, has more. */
const LEAST = 40;

const PUTTY = /Private-Lines: [0-9]{1,4}(?:\r?\n[A-Za-z0-9+/=]{1,80}){1,400}/y;

export const PRIVATE_KEY_RULES: readonly SecretRule[] = [
  { id: 'private-key', what: 'private key (PEM, OpenSSH, PGP)', keywords: ['-----BEGIN '], find: findArmoured },
  { id: 'private-key', what: 'private key (PuTTY)', keywords: ['Private-Lines: '], find: findPutty },
];

function findArmoured(text: string, at: number): Span[] | null {
  HEAD.lastIndex = at;
  const head = HEAD.exec(text)?.[0];
  if (head === undefined) return null;
  const from = at + head.length;
  const next = text.indexOf(DASHES, from);
  const isWhole = next !== -1 && next - from <= MOST && text.startsWith(`${DASHES}END `, next);
  const spans = isWhole ? runsIn(text, from, next) : tornLines(text, from, next === -1 ? from + MOST : next);
  return spans.reduce((sum, { start, end }) => sum + end - start, 0) < LEAST ? null : spans;
}

/** Letters and digits between the marks; `+` and `//` alone are the program's. */
function runsIn(text: string, from: number, to: number): Span[] {
  const spans: Span[] = [];
  for (const { 0: run, index } of text.slice(from, to).matchAll(BODY)) {
    if (run.startsWith('\\') || !/[A-Za-z0-9]/.test(run)) continue;
    spans.push({ start: from + index, end: from + index + run.length });
  }
  return spans;
}

function tornLines(text: string, from: number, to: number): Span[] {
  const body = text.slice(from, Math.min(to, from + MOST));
  return [...body.matchAll(TORN_LINE)].map(({ 0: run, index }) => ({
    start: from + index,
    end: from + index + run.length,
  }));
}

function findPutty(text: string, at: number): Span[] | null {
  PUTTY.lastIndex = at;
  const found = PUTTY.exec(text)?.[0];
  if (found === undefined) return null;
  const from = at + found.indexOf('\n');
  return runsIn(text, from, at + found.length);
}
