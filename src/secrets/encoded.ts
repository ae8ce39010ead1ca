/** Secrets in Base64: logins of registries (`"auth": "…"`, `_auth=…`) and what a program decodes (`atob("…")`, `base64 -d`). */

import { isPairInBase64 } from './addresses.ts';
import { isPasswordText, isSecretText } from './assignments.ts';
import type { SecretRule, Span } from './secretRule.ts';

const LOGIN = /_?auth\\{0,3}["']?\s{0,3}[:=]\s{0,3}\\{0,3}["']?([A-Za-z0-9+/]{8,6000}={0,2})(?![\w+/])/diy;
/** `_json_key` */
const JSON_KEY = 'X2pzb25fa2V5';
const DECODED = /[\w.]{3,20}\(\s{0,3}b?\\{0,3}["'`]([A-Za-z0-9+/_-]{8,4000}={0,2})\\{0,3}["'`]/dy;
const PIPED =
  /echo[ \t]{1,3}(?:-n[ \t]{1,3})?["']?([A-Za-z0-9+/]{8,4000}={0,2})["']?[ \t]{0,3}\|[ \t]{0,3}(?:base64[ \t]{1,3}(?:-d|-D|--decode)|openssl)/dy;

export const ENCODED_RULES: readonly SecretRule[] = [
  {
    id: 'registry-login',
    what: 'login of a registry in Base64',
    keywords: ['"auth"', '_auth', "'auth'", 'auth\\"'],
    find: findLogin,
  },
  {
    id: 'encoded-secret',
    what: 'password or key in Base64 where it is decoded',
    keywords: [
      'atob(',
      'b64decode(',
      'base64.decode',
      'decodestring(',
      'frombase64string(',
      'base64_decode(',
      'decode64(',
      'buffer.from(',
    ],
    find: (text, at) => findDecoded(DECODED, text, at),
  },
  {
    id: 'encoded-secret',
    what: 'password or key in Base64 for `base64 -d`',
    keywords: ['echo '],
    find: (text, at) => findDecoded(PIPED, text, at),
  },
];

function findLogin(text: string, at: number): Span[] | null {
  LOGIN.lastIndex = at + (/["']/.test(text[at]!) ? 1 : 0);
  const [start, end] = LOGIN.exec(text)?.indices?.[1] ?? [0, 0];
  return end > start && isLogin(text.slice(start, end)) ? [{ start, end }] : null;
}

/** Google's registry takes the file of a key in the place of a password. */
function isLogin(value: string): boolean {
  return isPairInBase64(value) || (value.startsWith(JSON_KEY) && isSecretInBase64(value));
}

function findDecoded(pattern: RegExp, text: string, at: number): Span[] | null {
  pattern.lastIndex = at;
  const [start, end] = pattern.exec(text)?.indices?.[1] ?? [0, 0];
  return end > start && isSecretInBase64(text.slice(start, end)) ? [{ start, end }] : null;
}

function isSecretInBase64(value: string): boolean {
  const text = Buffer.from(value, 'base64').toString('latin1').trim();
  if (!/^[\x20-\x7e\r\n\t]{8,}$/.test(text)) return false;
  return (
    /PRIVATE KEY|"(?:private_key|password|auth|token)"/.test(text) ||
    isPairInBase64(value) ||
    isPasswordText(text) ||
    isSecretText(text)
  );
}
