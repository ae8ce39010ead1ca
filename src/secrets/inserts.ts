/** Passwords and keys in SQL that names its columns: `INSERT INTO users (name, password) VALUES ('app', '…'), …`. */

import { isPasswordText, isSecretText } from './assignments.ts';
import { isSecretColumn } from './columns.ts';
import { wordsOf } from './names.ts';
import type { SecretRule, Span } from './secretRule.ts';

/** As far as the bracket of the first row; a group for the columns. */
const HEAD =
  /(?:insert|replace)(?:\s{1,20}(?:ignore|or\s{1,5}\w{1,10}|(?:low|high)_priority|delayed)){0,2}\s{1,20}into\s{1,20}[\w.$"`[\]]{1,130}\s{0,20}\(([\w\s,$"`[\]]{3,2000})\)\s{0,20}values\s{0,20}\(/iy;
/** A text with its quotes doubled or escaped, a number, a name, a call; then the comma, or the bracket and the next row's. */
const CELL =
  /\s{0,20}(?:[NE]?'((?:[^'\\\r\n]|''|\\[^\r\n]){0,2000})'|\\{0,3}"((?:[^"\\\r\n]|""|\\[^\r\n"]){0,2000})\\{0,3}"|[^',()\r\n]{0,200}(?:\([^'()\r\n]{0,200}\))?)\s{0,20}(,|\)(?:\s{0,20},\s{0,20}\()?)/dy;
const STATEMENT = /(?:insert|replace)(?:\s{1,20}\w{2,13}){0,3}?\s{1,20}into\s/i;
const MOST_CELLS = 20_000;

export const INSERT_RULES: readonly SecretRule[] = [
  {
    id: 'table-column',
    what: 'value of a column of a password or token in `INSERT INTO … VALUES`',
    keywords: ['insert ', 'insert\t', 'insert\n', 'insert\r\n', 'replace into', 'replace  into', 'replace\ninto'],
    find: findInsert,
  },
];

function findInsert(text: string, at: number): Span[] | null {
  HEAD.lastIndex = at;
  const head = HEAD.exec(text);
  if (head === null) return null;
  const names = head[1]!.split(',');
  const secret = names.map((name) => (isSecretColumn(name) ? wordsOf(name) : null));
  if (secret.every((words) => words === null)) return null;
  const spans: Span[] = [];
  let column = 0;
  CELL.lastIndex = HEAD.lastIndex;
  for (let count = 0; count < MOST_CELLS; count++) {
    const cell = CELL.exec(text);
    // The next statement is looked at where it begins.
    if (cell === null || STATEMENT.test(cell[0])) break;
    const group = cell[1] === undefined ? 2 : 1;
    const value = cell[group] ?? '';
    const end = cell[3];
    const words = secret[column] ?? null;
    if (words !== null && (isPasswordText(value, words, 'quoted') || isSecretText(value, words, 'quoted'))) {
      const [start, behind] = cell.indices![group]!;
      spans.push({ start, end: behind });
    }
    column = end === ',' ? column + 1 : 0;
    if (end === ')') break;
  }
  return spans.length === 0 ? null : spans;
}
