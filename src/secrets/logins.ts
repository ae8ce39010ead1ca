/** Passwords that a program gives beside a user's name (`auth=("app", "…")`), or sends where it was asked for one (`send "…\r"`). */

import { isPasswordText } from './assignments.ts';
import { isPlaceholder } from './isRandom.ts';
import type { SecretRule, Span } from './secretRule.ts';

/** Two texts in quotes, with names of arguments: the user, and a group for the password. */
const PAIR =
  /[\w.]{0,20}\s{0,3}=?\s{0,3}\(\s{0,20}(?:\w{1,20}\s{0,3}=\s{0,3})?["']([^"'\\\r\n]{0,100})["']\s{0,3},\s{0,20}(?:\w{1,20}\s{0,3}=\s{0,3})?["']([^"'\\\s]{6,200})["']\s{0,20}[,)]/dy;
/** `send "…\r"`, `send -- "…\n"`, `sendline('…')`. */
const SENT =
  /send(?:[ \t]{1,3}(?:--[ \t]{1,3})?["{]([^"{}\\\s]{6,200})(?:\\[rn]){1,2}["}]|line\(\s{0,3}["']([^"'\\\s]{6,200})["']\s{0,3}\))/dy;
/** What a program waits for before it sends one. */
const ASKED = /(?:expect|waitfor|\{|["'])[^\n]{0,80}(?:assword|assphrase|asscode)\W[^\n]{0,40}$/i;
const MOST_BEFORE = 200;

export const LOGIN_RULES: readonly SecretRule[] = [
  {
    id: 'basic-auth',
    what: 'name and password as arguments (`auth=("…", "…")`, `.auth("…", "…")`, `.login("…", "…")`, `HTTPBasicAuth`, `SetBasicAuth`, `NetworkCredential`)',
    keywords: [
      'auth=(',
      'auth = (',
      '.auth(',
      '.login(',
      'basicauth(',
      'basic_auth(',
      'digestauth(',
      'networkcredential(',
      'passwordcredential(',
    ],
    find: findPair,
  },
  {
    id: 'command-password',
    what: 'password that a script of `expect` sends',
    keywords: ['send "', 'send {', 'send -- ', 'sendline('],
    find: findSent,
  },
];

function findPair(text: string, at: number): Span[] | null {
  PAIR.lastIndex = at;
  const found = PAIR.exec(text);
  if (found === null) return null;
  const [, user = '', password = ''] = found;
  const [start, end] = found.indices![2]!;
  return user !== password && !isPlaceholder(password) && isPasswordText(password, [], 'quoted')
    ? [{ start, end }]
    : null;
}

function findSent(text: string, at: number): Span[] | null {
  SENT.lastIndex = at;
  const found = SENT.exec(text);
  if (found === null) return null;
  const group = found[1] === undefined ? 2 : 1;
  const lines = text.slice(Math.max(0, at - MOST_BEFORE), at).split('\n');
  const isAsked = lines.slice(-3).some((line) => ASKED.test(line));
  const [start, end] = found.indices![group]!;
  return isAsked && isPasswordText(found[group]!, [], 'quoted') ? [{ start, end }] : null;
}
