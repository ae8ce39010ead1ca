/**
 * Secrets that say nothing of themselves, by the name that they are given to: `api_key = "…"`, `DB_PASSWORD=…`, `<token>…</token>`,
 * `setPassword("…")`. Only what looks like a generator's work is taken, and of passwords what has three kinds of characters.
 */

import { isRandom, isStrongPassword } from './isRandom.ts';
import type { SecretRule, Span } from './secretRule.ts';

const SERVICES = ['heroku', 'datadog', 'dd', 'twilio', 'mailgun', 'discord', 'okta', 'cloudflare', 'algolia', 'vault'];
const KEYS =
  'api access secret auth private encryption signing master account storage app application service client shared session consumer write admin'.split(
    ' ',
  );
const KEY_NAMES = KEYS.flatMap((name) => [`${name}key`, `${name}_key`, `${name}-key`, `${name}.key`]);

/** What may stand between the name and the value, and how the value ends: quoted, or as the rest of a line. */
const REST = /[\w.-]{0,40}?/.source;
const TYPE = /(?:\??:\s{0,2}[&'\w<>[\]?.| ]{1,30}?)?/.source;
const IS = /\s{0,20}(?:=>|:=|={1,3}|!=|\?=|:|,|\()\s{0,20}/.source;
const CALL = /(?:[\w.:]{1,40}\(\s{0,2})?[a-zA-Z@$]{0,2}/.source;
const QUOTED = new RegExp(`${REST}\\\\?["'\\])]{0,2}${TYPE}${IS}${CALL}(\\\\?["'\`])([^"'\`\\s\\\\]{8,400})\\1`, 'dy');
const BARE = new RegExp(
  `${REST}["']?[ \\t]{0,20}(?:=|:|:=)[ \\t]{0,20}([^\\s"'\`,;(){}<>\\[\\]\\\\]{8,400})(?=["'&,;)\\s]|$)`,
  'dy',
);
const TAGGED = new RegExp(`${REST}>\\s{0,20}([^<>\\s]{8,400})\\s{0,20}</`, 'dy');
const ATTRIBUTE = new RegExp(`${REST}["']\\s{1,20}value\\s{0,3}=\\s{0,3}["']([^"'\\s]{8,400})["']`, 'dy');
const WORD_AFTER = new RegExp(`${REST}[ \\t]{1,4}["']?([A-Za-z0-9+/_=-]{16,400})["']?[ \\t]*(?=\\\\?[\\r\\n]|$)`, 'dy');

/** Names that hold one of the words and mean something else. */
const OTHER_NAME =
  /url|uri|type|file|path|dir|name|endpoint|hash|digest|sha\d|md5|checksum|field|expir|ttl|_?id$|ids$|length|size|count|policy|regex|pattern|label|prompt|hint|placeholder|arn|header|param|public|csrf|xsrf|page|next|continu|cursor|sync|index|nonce|commit|etag|finger|cache|sort|primary|foreign|kind|version|format|valid|example|icon|class|style|integrity|site|alg|map|row|column|partition|event|language|lexer|parser/i;
const NAME_BEFORE = /[\w.-]{0,40}$/;

export const ASSIGNMENT_RULES: readonly SecretRule[] = [
  {
    id: 'service-key',
    what: `UUID or hexadecimal key of a name with a service in it (${SERVICES.join(', ')})`,
    keywords: SERVICES.flatMap((name) => [
      `${name}_`,
      `${name}-`,
      `${name}.`,
      `${name}api`,
      `${name}key`,
      `${name}token`,
    ]),
    find: (text, at) => findValue(text, at, isServiceValue),
  },
  {
    id: 'assigned-secret',
    what: 'random value of a name such as `api_key`, `secret`, `token`',
    keywords: ['secret', 'token', 'credential', 'authkey', 'webhook', 'dsn', ...KEY_NAMES],
    find: (text, at) => findValue(text, at, isSecretValue),
  },
  {
    id: 'assigned-password',
    what: 'strong value of a name such as `password`, `passphrase`',
    keywords: ['password', 'passwd', 'passphrase', 'pwd', '_pass'],
    find: (text, at) => findValue(text, at, isPasswordValue),
  },
];

type Check = (value: string, name: string, isQuoted: boolean) => boolean;

const FORMS: readonly { pattern: RegExp; group: number; isQuoted: boolean }[] = [
  { pattern: QUOTED, group: 2, isQuoted: true },
  { pattern: BARE, group: 1, isQuoted: false },
  { pattern: TAGGED, group: 1, isQuoted: true },
  { pattern: ATTRIBUTE, group: 1, isQuoted: true },
  { pattern: WORD_AFTER, group: 1, isQuoted: false },
];

function findValue(text: string, at: number, check: Check): Span[] | null {
  const before = NAME_BEFORE.exec(text.slice(Math.max(0, at - 40), at))![0];
  for (const { pattern, group, isQuoted } of FORMS) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) continue;
    const [start, end] = found.indices![group]!;
    const name = before + /^[\w.-]*/.exec(found[0])![0];
    if (!OTHER_NAME.test(name) && check(text.slice(start, end), name, isQuoted)) return [{ start, end }];
  }
  return null;
}

const LEAST_SECRET = 16;
/** Words, paths, addresses and templates have other characters. */
const TOKEN = /^[A-Za-z0-9+/=_.~:@#!^*-]+$/;
const PATH = /^(?:[.~]{1,2}\/|[A-Za-z]:[\\/]|https?:|file:|data:)|\/[A-Z]?[a-z]{3,}\/|^\/[a-z]{2,}[/.]/;

function isSecretValue(value: string): boolean {
  return value.length >= LEAST_SECRET && TOKEN.test(value) && !PATH.test(value) && isRandom(value);
}

/** Without quotes it may be a name or an expression of a program. */
const EXPRESSION = /^[\w.$:>-]+$|^[&*!]?\w+\.\w/;

function isPasswordValue(value: string, _name: string, isQuoted: boolean): boolean {
  if (value.length > 128 || PATH.test(value) || /^[[{(<%$]|[(){}<>]$/.test(value)) return false;
  if (isSecretValue(value)) return true;
  return isStrongPassword(value) && (isQuoted ? true : !EXPRESSION.test(value) && !/[(){}|]/.test(value));
}

const HEXADECIMAL =
  /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8})$/;

function isServiceValue(value: string, name: string): boolean {
  return (
    /key|token|secret|auth/i.test(name) &&
    HEXADECIMAL.test(value) &&
    new Set(value).size > 8 &&
    !/01234|12345|abcde/.test(value)
  );
}
