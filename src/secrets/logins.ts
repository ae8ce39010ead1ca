/**
 * Passwords with which a command or a program logs in: options without a name (`curl -u`,
 * `mysql -p…`), htpasswd, `auth=("app", "…")`, `expect`.
 */

import { isPasswordText } from './assignments.ts';
import { isPlaceholder, isRandom, isStrongPassword } from './isRandom.ts';
import { groupsAt, type SecretRule, type SecretSpan, valueAt, valueRule } from './secretRule.ts';

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

// Passwords that a program gives beside a user's name (`auth=("app", "…")`), or sends where it was
// asked for one (`send "…\r"`).

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
