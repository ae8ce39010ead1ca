/**
 * Tokens that say what they are: a prefix that a known issuer chose (issuers.ts), or a name and a
 * purpose, as `shop_live_…`. Forms are tried where the prefix stands, and every repetition has an
 * upper bound, so that looking costs no more than the text is long.
 */

import { isFiller, isRandom } from './isRandom.ts';
import { KNOWN_FORMATS } from './issuers.ts';
import { type SecretRule, type SecretSpan, type TokenFormat, valueAt } from './secretRule.ts';

/**
 * It is not the end of something longer: before it stands no letter or digit but that of an escape
 * (`\\n`, `%3D`, a colour).
 */
const START = '(?:(?<![A-Za-z0-9])|(?<=\\\\[nrt]|%[0-9A-Fa-f]{2}|\\x1b\\[[0-9;]{1,8}m))';
/** `"ghp_" + "…"`: the rest stands in a string of its own. */
const JOINED = /["'`]\s{0,3}(?:\+|\.{1,2}|&|,|~|<>)?\s{0,20}["'`]([\w./+=-]{16,300})["'`]/dy;

export function tokenRules(): SecretRule[] {
  return [...KNOWN_FORMATS, DISCORD].map(ruleOf);
}

/** Its prefixes are the three characters with which a user's number begins in Base64. */
const DISCORD: TokenFormat = [
  'discord-token',
  'Discord bot token',
  ['M', 'N', 'O']
    .flatMap((first) => [...'DTjz'].flatMap((second) => [...'AEIMQUYcgk'].map((third) => first + second + third)))
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
