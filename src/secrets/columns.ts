/**
 * Tables: below a column whose name says that it holds passwords or tokens (`| user | password |`, `name,email,api_key`) each cell
 * is looked at as if it were given that name.
 */

import { isPasswordText, isSecretText } from './assignments.ts';
import { lineAround } from './lineAround.ts';
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
  return cellsBelow(text, from + header.length + 1, separator, names, column);
}

/** True of the head of a column that holds passwords or tokens. */
export function isSecretColumn(cell: string): boolean {
  const words = wordsOf(cell);
  return (
    words.length > 0 && words.length <= 4 && !meansOther(words) && NAMES.some((name) => words.join('_').includes(name))
  );
}

function cellsBelow(
  text: string,
  from: number,
  separator: string,
  names: readonly string[],
  column: number,
): Span[] | null {
  const spans: Span[] = [];
  const words = wordsOf(names[column]!);
  const isSecret = (value: string): boolean => isPasswordText(value, words) || isSecretText(value, words);
  let start = from;
  while (start < text.length) {
    const line = lineAround(text, start);
    if (line === null) break;
    start = line.start + line.text.length + 1;
    if (RULE.test(line.text)) continue;
    const cells = line.text.split(separator);
    // Another head is a table of its own.
    if (cells.length !== names.length || isSecretColumn(cells[column]!)) break;
    const value = VALUE.exec(cells[column]!)?.[1] ?? '';
    if (value !== '' && isSecret(value)) {
      const offset =
        cells.slice(0, column).join(separator).length + (column > 0 ? 1 : 0) + cells[column]!.indexOf(value);
      spans.push({ start: line.start + offset, end: line.start + offset + value.length });
    }
  }
  return spans.length === 0 ? null : spans;
}
