/**
 * Passwords and keys in tables, CSV, SQL and lists: one name counts for many values
 * (`| user | password |`, `INSERT INTO …`, `api_keys = […]`).
 */

import {
  isPasswordOrSecret,
  isPasswordText,
  isSecretText,
  meansOther,
  nameStartBefore,
  wordsOf,
} from './assignments.ts';
import { isFiller, isRandom } from './isRandom.ts';
import type { ValueCertainty } from './places.ts';
import { execAt, type SecretRule, type SecretSpan } from './secretRule.ts';

// Finds the line of a text that holds a place, if people write lines of that length: so whoever
// looks for many lines looks at a bounded text.

export interface Line {
  start: number;
  text: string;
}

const MOST_LINE = 8_000;

/** @param at in the line, or its line break; null for a longer line */
function lineAround(text: string, at: number): Line | null {
  const from = Math.max(0, at - MOST_LINE);
  const window = text.slice(from, at + MOST_LINE);
  const start = at > from ? window.lastIndexOf('\n', at - from - 1) + 1 : 0;
  if (start === 0 && from > 0) return null;
  const next = window.indexOf('\n', at - from);
  if (next === -1 && from + window.length < text.length) return null;
  return { start: from + start, text: window.slice(start, next === -1 ? window.length : next) };
}

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
const MOST_COLUMNS = 40;
const RULER = /^[\s|:+-]+$/;
/** Matches a cell's value without the quotes, stars and spaces around it. */
const CELL_VALUE = /^[\s"'`*]{0,80}([^\s"'`*|]{1,400})[\s"'`*]{0,80}$/;
/** Matches the rest of a cell behind the word, up to the next cell. */
const CELL_END = /[\w .*`"'\x80-\xff-]{0,40}(?:[|,;\t]|\r?\n)/y;
const COLUMN_NAME = /^[\w .*`"'\x80-\xff-]{1,60}$/;

export const COLUMN_RULE: SecretRule = {
  id: 'table-column',
  what: 'cell below the name of a password or token in a table or in CSV',
  keywords: [...NAMES],
  find: findInColumn,
};

function findInColumn(text: string, at: number): SecretSpan[] | null {
  const line = execAt(CELL_END, text, at) === null ? null : lineAround(text, at);
  if (line === null) return null;
  const { start: from, text: header } = line;
  const separator = SEPARATORS.find((one) => header.includes(one));
  if (separator === undefined) return null;
  const names = header.split(separator);
  const column = header.slice(0, at - from).split(separator).length - 1;
  if (
    names.length < 2 ||
    names.length > MOST_COLUMNS ||
    !names.every((name) => name.trim() === '' || COLUMN_NAME.test(name.trim()))
  )
    return null;
  if (names.filter((name) => name.trim() !== '').length < 2 || !isSecretColumn(names[column]!)) return null;
  if (isLookedAt(text, line, at, names, separator)) return null;
  // Together with those to the right of it: one of them in each pass would leave the last ones as
  // they are.
  const columns = new Map(
    names.flatMap((name, index) => (index >= column && isSecretColumn(name) ? [[index, wordsOf(name)] as const] : [])),
  );
  return cellsBelow(text, from + header.length + 1, separator, names.length, columns);
}

/** True where the rule was asked at a column to the left, or at another word of this one. */
function isLookedAt(text: string, head: Line, at: number, names: readonly string[], separator: string): boolean {
  for (const { index } of head.text.slice(0, at - head.start).matchAll(NAME)) {
    const column = head.text.slice(0, index).split(separator).length - 1;
    if (isSecretColumn(names[column]!) && execAt(CELL_END, text, head.start + index) !== null) return true;
  }
  return false;
}

/** True of the head of a column that holds passwords or tokens. */
function isSecretColumn(cell: string): boolean {
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
): SecretSpan[] | null {
  const spans: SecretSpan[] = [];
  let start = from;
  while (start < text.length) {
    const line = lineAround(text, start);
    if (line === null) break;
    start = line.start + line.text.length + 1;
    if (RULER.test(line.text)) continue;
    const cells = line.text.split(separator);
    if (cells.length !== width) break;
    // Another head begins a table of its own.
    for (const column of columns.keys()) if (isSecretColumn(cells[column]!)) columns.delete(column);
    if (columns.size === 0) break;
    let at = line.start;
    for (const [index, cell] of cells.entries()) {
      const words = columns.get(index);
      const value = words === undefined ? '' : (CELL_VALUE.exec(cell)?.[1] ?? '');
      if (words !== undefined && value !== '' && isPasswordOrSecret(value, words)) {
        const begin = at + cell.indexOf(value);
        spans.push({ start: begin, end: begin + value.length });
      }
      at += cell.length + separator.length;
    }
  }
  return spans.length === 0 ? null : spans;
}

// `INSERT INTO users (name, password) VALUES ('app', '…'), …`.

/** Matches as far as the bracket of the first row; a group for the columns. */
const INSERT_HEAD =
  /(?:insert|replace)(?:\s{1,20}(?:ignore|or\s{1,5}\w{1,10}|(?:low|high)_priority|delayed)){0,2}\s{1,20}into\s{1,20}[\w.$"`[\]]{1,130}\s{0,20}\(([\w\s,$"`[\]]{3,2000})\)\s{0,20}values\s{0,20}\(/iy;
/**
 * A text with its quotes doubled or escaped, a number, a name, a call; then the comma, or the
 * bracket and the next row's.
 */
const SQL_CELL =
  /\s{0,20}(?:[NE]?'((?:[^'\\\r\n]|''|\\[^\r\n]){0,2000})'|\\{0,3}"((?:[^"\\\r\n]|""|\\[^\r\n"]){0,2000})\\{0,3}"|[^',()\r\n]{0,200}(?:\([^'()\r\n]{0,200}\))?)\s{0,20}(,|\)(?:\s{0,20},\s{0,20}\()?)/dy;
const INSERT_STATEMENT = /(?:insert|replace)(?:\s{1,20}\w{2,13}){0,3}?\s{1,20}into\s/i;
const MOST_SQL_CELLS = 20_000;

export const INSERT_RULE: SecretRule = {
  id: 'table-column',
  what: 'value of a column of a password or token in `INSERT INTO … VALUES`',
  keywords: ['insert ', 'insert\t', 'insert\n', 'insert\r\n', 'replace into', 'replace  into', 'replace\ninto'],
  find: findInsert,
};

function findInsert(text: string, at: number): SecretSpan[] | null {
  const head = execAt(INSERT_HEAD, text, at);
  if (head === null) return null;
  const names = head[1]!.split(',');
  const secret = names.map((name) => (isSecretColumn(name) ? wordsOf(name) : null));
  if (secret.every((words) => words === null)) return null;
  const spans: SecretSpan[] = [];
  let column = 0;
  SQL_CELL.lastIndex = INSERT_HEAD.lastIndex;
  for (let count = 0; count < MOST_SQL_CELLS; count++) {
    const cell = SQL_CELL.exec(text);
    // The next statement is looked at where it begins.
    if (cell === null || INSERT_STATEMENT.test(cell[0])) break;
    const group = cell[1] === undefined ? 2 : 1;
    const value = cell[group] ?? '';
    const end = cell[3];
    const words = secret[column] ?? null;
    if (words !== null && isPasswordOrSecret(value, words, 'quoted')) {
      const [start, behind] = cell.indices![group]!;
      spans.push({ start, end: behind });
    }
    column = end === ',' ? column + 1 : 0;
    if (end === ')') break;
  }
  return spans.length === 0 ? null : spans;
}

// `api_keys = ["…", "…"]`, `passwords:` with lines of `- …` below it.

const LIST_OPENED = /["']?(?::[ \t]{0,3}[\w<>[\]]{1,30})?\s{0,3}(?:=>|:?=|:)\s{0,3}(?:[\w.:]{0,30}\()?[[{(]/y;
const LIST_ITEM = /\s{0,40}["'`]([^"'`\\\r\n]{0,2000})["'`]\s{0,40},?/dy;
const LIST_OF_LINES = /["']?:[ \t]{0,3}(?=\r?\n)/y;
const LIST_LINE = /\r?\n[ \t]{0,40}-[ \t]{1,10}["']?([^\s"'#]{1,2000})["']?[ \t]{0,40}(?=\r?\n|$)/dy;
const MOST_ITEMS = 20_000;

const listRule = (id: string, what: string, keywords: readonly string[], isSecret: typeof isSecretText): SecretRule => {
  // Each heading is looked at alone: a list of headings would be read from each of them on.
  const head = new RegExp(`(?:${keywords.join('|')}):$`, 'i');
  return { id, what, keywords, find: (text, at, length) => findList(text, at, at + length, head, isSecret) };
};

export const LIST_RULES: readonly SecretRule[] = [
  listRule(
    'assigned-password',
    'strong values of a list called `passwords`',
    ['passwords', 'passphrases'],
    isPasswordText,
  ),
  listRule(
    'assigned-secret',
    'random values of a list called `tokens`, `secrets`, `api_keys`',
    ['secrets', 'tokens', ...['api', 'access', 'secret'].flatMap((word) => [`${word}keys`, `${word}_keys`])],
    isSecretText,
  ),
];

function findList(
  text: string,
  at: number,
  end: number,
  head: RegExp,
  isSecret: typeof isSecretText,
): SecretSpan[] | null {
  const opened = [LIST_OPENED, LIST_OF_LINES].find((pattern) => execAt(pattern, text, end) !== null);
  if (opened === undefined) return null;
  const words = wordsOf(text.slice(nameStartBefore(text, at), end));
  if (meansOther(words)) return null;
  const [item, certainty]: [RegExp, ValueCertainty] =
    opened === LIST_OPENED ? [LIST_ITEM, 'quoted'] : [LIST_LINE, 'line'];
  const spans: SecretSpan[] = [];
  item.lastIndex = opened.lastIndex;
  for (let count = 0; count < MOST_ITEMS; count++) {
    const found = item.exec(text);
    if (found === null || (opened === LIST_OF_LINES && head.test(found[1]!))) break;
    const [from, to] = found.indices![1]!;
    if (isSecret(found[1]!, words, certainty)) spans.push({ start: from, end: to });
  }
  return spans.length === 0 ? null : spans;
}

// Kubernetes Secrets: all values below `data:` and `stringData:`, by whatever name.

const KIND = /kind["']?[ \t]{0,3}:[ \t]{0,3}["']?secret["']?[ \t]{0,9}(?=[,\r\n}]|$)/iy;
/** The document goes from one of these to the next. */
const BOUND = /^(?:---|[ \t]{0,20}(?:- )?["']?kind["']?[ \t]{0,3}:)/;
/** Another of the keywords, in the middle of a line: the rule is asked there too. */
const KIND_WITHIN = /kind(?:: ?|: ["']|": ?")secret["']?[ \t]{0,9}(?=[,\r\n}]|$)/i;
const DATA = /^["']?(data|stringData)["']?[ \t]*:(?:[ \t]*\{)?$/;
/** A pair in one line: `key: value`, `"key": "value",`. */
const PAIR = /^[ \t]*["']?[\w.-]{1,100}["']?[ \t]*:[ \t]*["']?([^\s"',]{8,40000})["']?,?[ \t]*$/d;
const BLOCK = /^[ \t]*["']?[\w.-]{1,100}["']?[ \t]*:[ \t]*[|>][+-]?[ \t]*$/;
const BASE64 = /^[A-Za-z0-9+/]{10,}={0,3}$/;
/** `-----BEGIN CERTIFICATE` in Base64. */
const CERTIFICATE = 'LS0tLS1CRUdJTiBDRVJUSUZJQ0FUR';
const MOST_LINES = 400;

export const MANIFEST_RULE: SecretRule = {
  id: 'kubernetes-secret',
  what: 'value of a Kubernetes Secret',
  keywords: ['kind: secret', 'kind: "secret', "kind: 'secret", 'kind":"secret', 'kind": "secret', 'kind:secret'],
  find: findInManifest,
};

function findInManifest(text: string, at: number): SecretSpan[] | null {
  if (execAt(KIND, text, at) === null) return null;
  const lines = [...linesBeside(text, at, -1).reverse(), ...linesBeside(text, at, 1)];
  const spans: SecretSpan[] = [];
  let indent = -1;
  let isPlain = false;
  let blockIndent = -1;
  for (const line of lines) {
    const depth = line.text.length - line.text.trimStart().length;
    if (line.text.trim() === '' || line.text.trimStart().startsWith('#')) continue;
    const opened = DATA.exec(line.text.trim());
    if (opened !== null) {
      indent = depth;
      isPlain = opened[1]!.toLowerCase() === 'stringdata';
      blockIndent = -1;
      continue;
    }
    if (indent === -1) continue;
    if (depth <= indent) {
      indent = -1;
      continue;
    }
    if (blockIndent !== -1 && depth > blockIndent) {
      const value = line.text.trim();
      if (BASE64.test(value)) spans.push(spanOf(line, line.text.indexOf(value), value.length));
      continue;
    }
    blockIndent = BLOCK.test(line.text) && !isPlain ? depth : -1;
    const [start, end] = PAIR.exec(line.text)?.indices?.[1] ?? [0, 0];
    const value = line.text.slice(start, end);
    if (
      value === '' ||
      isFiller(value) ||
      isCertificate(value) ||
      !(isPlain ? isPlainSecret(value) : BASE64.test(value))
    )
      continue;
    spans.push(spanOf(line, start, value.length));
  }
  return spans.length === 0 ? null : spans;
}

/** True for a certificate and nothing else: a bundle may hold its key, too. */
function isCertificate(value: string): boolean {
  if (!value.startsWith(CERTIFICATE)) return false;
  return !Buffer.from(value, 'base64').toString('latin1').includes('PRIVATE');
}

/**
 * True for a secret among plain values, which are also names of users and places (`eu-west-1`),
 * addresses, numbers and times.
 */
function isPlainSecret(value: string): boolean {
  if (!/[A-Za-z]/.test(value) || !/[0-9]/.test(value) || /[/.]|^ENC\[/.test(value)) return false;
  return isRandom(value) || !/^[0-9]{4}-[0-9]{2}-|^[A-Za-z]+(?:-[A-Za-z0-9]+)+$/.test(value);
}

function spanOf({ start }: Line, from: number, length: number): SecretSpan {
  return { start: start + from, end: start + from + length };
}

/**
 * Returns the lines of the document before (-1) or after (1) that of a place, the nearest first.
 */
function linesBeside(text: string, at: number, direction: -1 | 1): Line[] {
  const lines: Line[] = [];
  let line = lineAround(text, at);
  while (line !== null && lines.length < MOST_LINES) {
    const next = direction === 1 ? line.start + line.text.length + 1 : line.start - 1;
    line = next >= 0 && next < text.length ? lineAround(text, next) : null;
    if (line === null || BOUND.test(line.text) || KIND_WITHIN.test(line.text)) break;
    lines.push(line);
  }
  return lines;
}
