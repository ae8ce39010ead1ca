/**
 * Tables: below a column whose name says that it holds passwords or tokens (`| user | password |`, `name,email,api_key`) each cell
 * is looked at as if it were given that name.
 */

import { isPasswordText, isSecretText } from './assignments.ts';
import { type Line, lineAround } from './lineAround.ts';
import { meansOther, wordsOf } from './names.ts';
import type { SecretRule, Span } from './secretRule.ts';

const NAMES = [
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'pwd',
  'secret',
  'token',
  'credential',
  'api_key',
  'apikey',
];
const NAME = new RegExp(NAMES.join('|'), 'gi');
const SEPARATORS = ['|', ',', '\t', ';'];
const MOST_CELLS = 40;
const RULE = /^[\s|:+-]+$/;
/** Without the quotes, stars and spaces around it. */
const VALUE = /^[\s"'`*]{0,80}([^\s"'`*|]{1,400})[\s"'`*]{0,80}$/;
/** The rest of a cell behind the word, and where the next one begins. */
const CELL_END = /[\w .*`"'\x80-\xff-]{0,40}(?:[|,;\t]|\r?\n)/y;
const CELL = /^[\w .*`"'\x80-\xff-]{1,60}$/;

export const COLUMN_RULES: readonly SecretRule[] = [
  {
    id: 'table-column',
    what: 'cell below the name of a password or token in a table or in CSV',
    keywords: [...NAMES],
    find: findInColumn,
  },
];

function findInColumn(text: string, at: number): Span[] | null {
  CELL_END.lastIndex = at;
  const line = CELL_END.test(text) ? lineAround(text, at) : null;
  if (line === null) return null;
  const { start: from, text: header } = line;
  const separator = SEPARATORS.find((one) => header.includes(one));
  if (separator === undefined) return null;
  const names = header.split(separator);
  const column = header.slice(0, at - from).split(separator).length - 1;
  if (
    names.length < 2 ||
    names.length > MOST_CELLS ||
    !names.every((name) => name.trim() === '' || CELL.test(name.trim()))
  )
    return null;
  if (names.filter((name) => name.trim() !== '').length < 2 || !isSecretColumn(names[column]!)) return null;
  if (isLookedAt(text, line, at, names, separator)) return null;
  // Together with those to the right of it: one of them in each pass would leave the last ones as they are.
  const columns = new Map(
    names.flatMap((name, index) => (index >= column && isSecretColumn(name) ? [[index, wordsOf(name)] as const] : [])),
  );
  return cellsBelow(text, from + header.length + 1, separator, names.length, columns);
}

/** True where the rule was asked at a column to the left, or at another word of this one. */
function isLookedAt(text: string, head: Line, at: number, names: readonly string[], separator: string): boolean {
  for (const { index } of head.text.slice(0, at - head.start).matchAll(NAME)) {
    CELL_END.lastIndex = head.start + index;
    const column = head.text.slice(0, index).split(separator).length - 1;
    if (isSecretColumn(names[column]!) && CELL_END.test(text)) return true;
  }
  return false;
}

/** True of the head of a column that holds passwords or tokens. */
export function isSecretColumn(cell: string): boolean {
  const words = wordsOf(cell);
  return (
    words.length > 0 && words.length <= 4 && !meansOther(words) && NAMES.some((name) => words.join('_').includes(name))
  );
}

/** @param columns the words of their names, by where they stand in a row */
function cellsBelow(
  text: string,
  from: number,
  separator: string,
  width: number,
  columns: Map<number, readonly string[]>,
): Span[] | null {
  const spans: Span[] = [];
  let start = from;
  while (start < text.length) {
    const line = lineAround(text, start);
    if (line === null) break;
    start = line.start + line.text.length + 1;
    if (RULE.test(line.text)) continue;
    const cells = line.text.split(separator);
    if (cells.length !== width) break;
    // Another head is a table of its own.
    for (const column of columns.keys()) if (isSecretColumn(cells[column]!)) columns.delete(column);
    if (columns.size === 0) break;
    let at = line.start;
    for (const [index, cell] of cells.entries()) {
      const words = columns.get(index);
      const value = words === undefined ? '' : (VALUE.exec(cell)?.[1] ?? '');
      if (words !== undefined && value !== '' && isSecret(value, words)) {
        const begin = at + cell.indexOf(value);
        spans.push({ start: begin, end: begin + value.length });
      }
      at += cell.length + separator.length;
    }
  }
  return spans.length === 0 ? null : spans;
}

function isSecret(value: string, words: readonly string[]): boolean {
  return isPasswordText(value, words) || isSecretText(value, words);
}
