/**
 * Tokens of issuers that Cora does not know, by what most of them do: a name of theirs, what the token is for, and the generator's
 * work, as `shop_live_…`, `acme-pat-…`.
 */

import { isRandom } from './isRandom.ts';
import type { SecretRule, Span } from './secretRule.ts';

const KINDS = 'live prod pat sk secret token key api apikey access svc'.split(' ');
/** No part of a longer name stands before it. */
const BEFORE = /(?<![A-Za-z0-9_./+-])[a-z][a-z0-9]{1,11}$/;
const BODY = /(?:(?:v[0-9]|live|prod|test|dev|key)[_-])?([A-Za-z0-9]{24,200})(?![A-Za-z0-9_./+=-])/dy;
const MOST_BEFORE = 13;

export const ISSUED_RULES: readonly SecretRule[] = [
  {
    id: 'issued-token',
    what: `random letters and digits behind a name and what they are for (${KINDS.map((kind) => `\`…_${kind}_\``).join(', ')})`,
    keywords: KINDS.flatMap((kind) => [`_${kind}_`, `-${kind}-`]),
    find: findIssued,
  },
];

function findIssued(text: string, at: number, length: number): Span[] | null {
  BODY.lastIndex = at + length;
  const found = BODY.exec(text);
  if (found === null) return null;
  const body = found[1]!;
  if (!/[a-z]/.test(body) || !/[0-9].*[0-9]/.test(body) || !isRandom(body)) return null;
  const [name = ''] = BEFORE.exec(text.slice(Math.max(0, at - MOST_BEFORE), at)) ?? [];
  return name === '' ? null : [{ start: at - name.length, end: found.indices![1]![1] }];
}
