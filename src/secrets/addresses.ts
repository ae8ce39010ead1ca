/**
 * Passwords in addresses (`postgres://app:…@db/shop`), in HTTP's own words
 * (`Authorization: Basic …`) and in Base64 (`_auth=…`, `atob("…")`).
 */

import { decodeLoosely } from '../base/decodeText.ts';
import { isPasswordOrSecret, isPasswordText } from './assignments.ts';
import { isPlaceholder, isRandom, isStrongPassword, UUID } from './isRandom.ts';
import { groupsAt, type SecretRule, type SecretSpan, valueAt, valueRule } from './secretRule.ts';

/** scheme://user:PASSWORD@host; the user may be missing. */
const ADDRESS =
  /(?<=[a-z][a-z0-9+.-]{1,25}):\/\/([^\s:/?#"'`<>()[\]{}|\\,;]{0,100}):([^\s/?#"'`<>|\\]{3,200})@([\w.-]{1,200})/dy;
/** Matches what GitHub and GitLab take as a password where the token is the user. */
const TOKEN_BESIDE = /^x-oauth-(?:basic|token)$|^x-access-token$/;
const LEAST_PASSWORD = 6;
/** Hosts that stand for any other: what stands before them mostly does too. */
const ANY_HOST =
  /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\d{1,3}\.\d{1,3}|(?:[\w-]+\.)*(?:example|test|invalid|localhost|local|internal-example|foo|bar|foobar)(?:\.(?:com|org|net|edu))?|(?:my|your|some|the|db|sql|mongo|redis|mysql|postgres|smtp|mail|proxy|git)?-?_?(?:host|hostname|server|domain|proxy|url|address|registry)(?:name)?\d*(?:\.(?:com|org|net|tld|invalid))?|.*example.*|hosts?\d*|default|[a-z]{1,3}\d?)$/i;

const BASIC = /basic\s{1,3}([A-Za-z0-9+/]{8,300}={0,2})(?![\w+/])/diy;
const BEARER = /bearer\s{1,3}([\w.~+/-]{20,2000}={0,2})(?![\w])/diy;
/** `Authorization: Token …`, `Authorization: GenieKey …`, and without a scheme. */
const AUTHORIZATION =
  /authorization\\{0,3}["'`]?\s{0,3}[:=,]\s{0,3}\\{0,3}["'`]?\s{0,3}(?:(?!NTLM|Negotiate|Digest|AWS4|\w{2,5}-HMAC)[A-Za-z][\w-]{2,20}[ =:]{1,3})?\\{0,3}["']?([\w.~+/=@:-]{16,2000})(?![\w])/diy;
const KEY_QUERY = /^[?&](?:amp;)?key=/i;
const QUERY = /[?&](?:amp;)?\w{3,6}=([\w.~%+-]{16,500})(?![\w])/dy;

export const ADDRESS_RULES: readonly SecretRule[] = [
  { id: 'address-password', what: 'password in an address', keywords: ['://'], find: findInAddress },
  valueRule('basic-auth', 'HTTP basic authentication', ['basic '], BASIC, isPairInBase64),
  valueRule('bearer-token', 'HTTP bearer token', ['bearer '], BEARER, isToken),
  valueRule('bearer-token', 'token of an Authorization header', ['authorization'], AUTHORIZATION, isToken),
  {
    id: 'address-password',
    what: 'key in the query of an address',
    keywords: ['?', '&'].flatMap((start) => ['key=', 'amp;key=', 'auth=', 'sig=', 'code='].map((name) => start + name)),
    find: findQuery,
  },
];

function findInAddress(text: string, at: number): SecretSpan[] | null {
  const found = groupsAt(ADDRESS, text, at);
  if (found === null) return null;
  const [, user, password, host] = found.map((group) => group.text) as [string, string, string, string];
  if (TOKEN_BESIDE.test(password)) return isRandom(user) ? [found[1]!] : null;
  if (password.length < LEAST_PASSWORD || password.includes(';auth=') || isSimilar(password, user)) return null;
  const plain = decodeLoosely(password);
  const isMadeUp = isRandom(plain) || isStrongPassword(plain);
  if (!isMadeUp && (isPlaceholder(password) || ANY_HOST.test(host) || COMMON_PASSWORD.test(plain) || NAMES.test(plain)))
    return null;
  return [found[2]!];
}

/** Before any host these say that a password stands here. */
const COMMON_PASSWORD =
  /^(?:(?:my|some|your|the)?pass|pass[._-]?word|pw|root|user|username|guest|postgres|mysql|mongo|redis|me|you|p|x|abc|key|auth|oauth2?|git|x-oauth-basic|x-access-token)\d{0,3}$|^:|^%|^\$/i;
/** `KEY:DOMAIN@`, as documentation names what to put there. */
const NAMES = /^[A-Z_-]+$/;

function isSimilar(password: string, user: string): boolean {
  return password.toLowerCase() === user.toLowerCase();
}

/** True of `name:password`, where neither is what documentation says. */
function isPairInBase64(value: string): boolean {
  const pair = Buffer.from(value, 'base64').toString('latin1');
  const [, user = '', password = ''] = /^([\x20-\x39\x3b-\x7e]{0,100}):([\x20-\x7e\x80-\xff]{3,200})$/.exec(pair) ?? [];
  const isPlain =
    isPlaceholder(password) || COMMON_PASSWORD.test(password) || isSimilar(password, user) || isPlaceholder(user);
  return password !== '' && !isPlain;
}

function isToken(value: string): boolean {
  return isRandom(value) || isUuid(value);
}

function findQuery(text: string, at: number): SecretSpan[] | null {
  const value = valueAt(QUERY, text, at);
  if (value === undefined) return null;
  const isSecret = isRandom(value.text) || (KEY_QUERY.test(text.slice(at, at + 9)) && isUuid(value.text));
  return isSecret ? [value] : null;
}

/** UUIDs of a generator; not `00000000-…`. */
function isUuid(value: string): boolean {
  return UUID.test(value) && new Set(value).size > 8 && !isPlaceholder(value);
}

// Secrets in Base64: logins of registries (`"auth": "…"`, `_auth=…`) and what a program decodes
// (`atob("…")`, `base64 -d`).

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
  valueRule(
    'encoded-secret',
    'password or key in Base64 where it is decoded',
    [
      'atob(',
      'b64decode(',
      'base64.decode',
      'decodestring(',
      'frombase64string(',
      'base64_decode(',
      'decode64(',
      'buffer.from(',
    ],
    DECODED,
    isSecretInBase64,
  ),
  valueRule('encoded-secret', 'password or key in Base64 for `base64 -d`', ['echo '], PIPED, isSecretInBase64),
];

function findLogin(text: string, at: number): SecretSpan[] | null {
  const login = valueAt(LOGIN, text, at + (/["']/.test(text[at]!) ? 1 : 0));
  return login !== undefined && isLogin(login.text) ? [login] : null;
}

/** Google's registry takes the file of a key in the place of a password. */
function isLogin(value: string): boolean {
  return isPairInBase64(value) || (value.startsWith(JSON_KEY) && isSecretInBase64(value));
}

function isSecretInBase64(value: string): boolean {
  const text = Buffer.from(value, 'base64').toString('latin1').trim();
  if (!/^[\x20-\x7e\r\n\t]{8,}$/.test(text)) return false;
  return (
    /PRIVATE KEY|"(?:private_key|password|auth|token)"/.test(text) || isPairInBase64(value) || isPasswordOrSecret(text)
  );
}

/**
 * `-u name:…`, `-uname:…`, `--user 'name:…'`, `-u "name":"…"`, `-u :…`; a group for what stands
 * before and behind the colon.
 */
const CURL =
  /(?<=\s)(?:-u|--user)[ =]{0,3}["']?([^\s"':`;,]{0,80})["']?:["']?([^\s"'`:;,\\]{0,100})["']?(?=[\s"'`\\]|$)/dy;

interface Command {
  keywords: readonly string[];
  /** From the command on, within its line. */
  pattern: RegExp;
}

const VALUE = `["']?([^\\s"'\`\\\\|;&]{6,100})`;
const WITHIN = `[^\\n|;]{0,200}?[ \\t]`;

const COMMANDS: readonly Command[] = [
  {
    keywords: ['mysql ', 'mysqldump ', 'mysqladmin ', 'mysqlimport ', 'mariadb ', 'mariadb-dump '],
    pattern: new RegExp(`(?:mysql|mariadb)[\\w-]{0,10}${WITHIN}-p${VALUE}`, 'diy'),
  },
  { keywords: ['sshpass '], pattern: new RegExp(`sshpass[ \\t]{1,3}-p[ \\t]{0,3}${VALUE}`, 'diy') },
  { keywords: ['redis-cli '], pattern: new RegExp(`redis-cli${WITHIN}-a[ \\t]{1,3}${VALUE}`, 'diy') },
  {
    keywords: [
      'docker login',
      'podman login',
      'registry login',
      'mongo ',
      'mongosh ',
      'mongodump ',
      'mongorestore ',
      'az login',
      'oc login',
      'nexus login',
      'svn ',
    ],
    pattern: new RegExp(`[\\w-]{2,12}(?: login)?${WITHIN}-p[ \\t=]{0,3}${VALUE}`, 'diy'),
  },
  {
    keywords: ['ldapsearch ', 'ldapadd ', 'ldapmodify '],
    pattern: new RegExp(`ldap\\w{3,6}${WITHIN}-w[ \\t]{0,3}${VALUE}`, 'diy'),
  },
  {
    keywords: ['htpasswd '],
    pattern: new RegExp(`htpasswd${WITHIN}-\\w{0,4}b\\w{0,4}[ \\t][^\\s]{1,80}[ \\t][^\\s]{1,40}[ \\t]${VALUE}`, 'diy'),
  },
  {
    keywords: ['convertto-securestring '],
    pattern: new RegExp(`ConvertTo-SecureString(?:[ \\t]{1,3}-\\w{1,12}){0,3}[ \\t]{1,3}${VALUE}`, 'diy'),
  },
  {
    keywords: ['smbclient ', '-u '],
    pattern: new RegExp(`(?:smbclient${WITHIN})?-U[ \\t]{0,3}["']?[\\w.\\\\/-]{1,60}%${VALUE}`, 'dy'),
  },
  {
    keywords: ['-passin pass:', '-passout pass:', '-pass pass:', '-password pass:'],
    pattern: new RegExp(`-pass\\w{0,4} pass:${VALUE}`, 'diy'),
  },
  { keywords: ['--from-literal='], pattern: new RegExp(`--from-literal=["']?[\\w.-]{1,60}=${VALUE}`, 'diy') },
  {
    keywords: ['echo ', 'printf '],
    pattern:
      /(?:echo|printf)[ \t]{1,3}(?:-n[ \t]{1,3})?["']?([^\s"'`|\\]{6,100})["']?[ \t]{0,3}\|[ \t]{0,3}(?:sudo[ \t]-S|passwd|docker login|chpasswd)/diy,
  },
];

/** Matches what Apache's htpasswd and chpasswd write: `name:$apr1$…`. */
const HASHED =
  /(?<=(?:^|[\s"'=:])[\w.@-]{1,64}:)(?:\$apr1\$[^\s:"'$]{1,8}\$[./A-Za-z0-9]{22}|\$2[aby]\$[0-9]{2}\$[./A-Za-z0-9]{53}|\$[56]\$(?:rounds=[0-9]{1,9}\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{43,86}|\{SHA\}[A-Za-z0-9+/]{27}=)/dmy;

export const COMMAND_RULES: readonly SecretRule[] = [
  { id: 'basic-auth', what: 'name and password of curl', keywords: [' -u', ' --user'], find: findCurl },
  {
    id: 'htpasswd',
    what: 'line of a file of htpasswd',
    keywords: [':$apr1$', ':$2a$', ':$2b$', ':$2y$', ':$5$', ':$6$', ':{sha}'],
    find: findHashed,
  },
  ...COMMANDS.map(({ keywords, pattern }) => {
    const what = `password of ${keywords.map((keyword) => `\`${keyword.trim()}\``).join(', ')}`;
    return valueRule('command-password', what, keywords, pattern, isPasswordText);
  }),
];

function findCurl(text: string, at: number): SecretSpan[] | null {
  const [, user, password] = groupsAt(CURL, text, at + 1) ?? [];
  // `-u :…` and `-u token:` have one of the two.
  const value = password?.text === '' ? user : password;
  if (value === undefined || value.text.length < 6 || isPlaceholder(value.text)) return null;
  return isRandom(value.text) || isStrongPassword(value.text) || isPasswordText(value.text) ? [value] : null;
}

function findHashed(text: string, at: number): SecretSpan[] | null {
  const hash = valueAt(HASHED, text, at + 1);
  return hash === undefined ? null : [hash];
}

/** Two texts in quotes, with names of arguments: the user, and a group for the password. */
const PAIR =
  /[\w.]{0,20}\s{0,3}=?\s{0,3}\(\s{0,20}(?:\w{1,20}\s{0,3}=\s{0,3})?["']([^"'\\\r\n]{0,100})["']\s{0,3},\s{0,20}(?:\w{1,20}\s{0,3}=\s{0,3})?["']([^"'\\\s]{6,200})["']\s{0,20}[,)]/dy;
/** `send "…\r"`, `send -- "…\n"`, `sendline('…')`. */
const SENT =
  /send(?:[ \t]{1,3}(?:--[ \t]{1,3})?["{]([^"{}\\\s]{6,200})(?:\\[rn]){1,2}["}]|line\(\s{0,3}["']([^"'\\\s]{6,200})["']\s{0,3}\))/dy;
/** Matches what a program waits for before it sends one. */
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

function findPair(text: string, at: number): SecretSpan[] | null {
  const [, user, password] = groupsAt(PAIR, text, at) ?? [];
  if (password === undefined || user?.text === password.text || isPlaceholder(password.text)) return null;
  return isPasswordText(password.text, [], 'quoted') ? [password] : null;
}

function findSent(text: string, at: number): SecretSpan[] | null {
  const sent = valueAt(SENT, text, at);
  if (sent === undefined) return null;
  const lines = text.slice(Math.max(0, at - MOST_BEFORE), at).split('\n');
  const isAsked = lines.slice(-3).some((line) => ASKED.test(line));
  return isAsked && isPasswordText(sent.text, [], 'quoted') ? [sent] : null;
}
