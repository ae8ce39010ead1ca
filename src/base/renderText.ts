/**
 * Prepares text of a repository for a terminal: makes it harmless, measures it in columns, cuts,
 * links and colours it. Also decides if a stream gets colours and links. The environment is an
 * argument.
 */

import { eastAsianWidth } from 'get-east-asian-width';
import { countEach } from './lists.ts';
import type { Environment } from './types.ts';
import { patternFor } from './words.ts';

/**
 * Control characters move the cursor, change colours or ring the bell. Marks of writing direction
 * show code in another order than it runs. All other characters stay as they are.
 */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb\ud800-\udfff]/gu;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Returns one line in which everything that a terminal obeys is written out: `\x1b`, `\u202e`,
 * `\n`.
 */
export function visible(text: string): string {
  return text.replace(UNSAFE, (char) => {
    const code = char.charCodeAt(0);
    if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
    return SHORT[char] ?? (code < 0x100 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`);
  });
}

/**
 * Does what `visible` does, but keeps line breaks: a message may quote a path, or the words of a
 * server.
 */
export function visibleLines(text: string): string {
  return text.split('\n').map(visibleCode).join('\n');
}

/**
 * Returns JSON with the same meaning that holds nothing a terminal obeys. JSON.stringify escapes
 * only the first 32 characters of Unicode.
 */
export function inertJson(json: string): string {
  return json.replace(UNSAFE, (char) => (char === '\n' ? char : `\\u${hex(char.charCodeAt(0), 4)}`));
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}

/**
 * Does what `visible` does for each line of a longer text. The text may come in pieces, which are
 * shown as in the whole.
 */
export function visibleText(text: string): string {
  return text
    .replace(/\r/g, '')
    .split('\n')
    .map((line) => visible(line.replaceAll('\t', '    ')))
    .join('\n');
}

const TAB = 4;

/**
 * Returns a line of code for the screen: without its line ending, tabs as spaces, the rest as in
 * `visible`.
 */
export function visibleCode(line: string): string {
  const bare = line.replace(/\r$/, '');
  if (!bare.includes('\t')) return visible(bare);
  let out = '';
  for (const [at, part] of bare.split('\t').entries()) {
    if (at > 0) out += ' '.repeat(TAB - (out.length % TAB));
    out += visible(part);
  }
  return out;
}

const NO_COLUMNS = patternFor(/(?!)/, String.raw`[\p{M}\u200b-\u200d\u2060]`);

/** Returns how many columns a character takes: 0, 1 or 2. */
function columnsOf(char: string): number {
  const code = char.codePointAt(0)!;
  if (code < 0x300) return 1;
  return NO_COLUMNS(char).test(char) ? 0 : eastAsianWidth(code);
}

/** Returns how many columns a text without control characters takes. */
export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const char of text) width += columnsOf(char);
  return width;
}

/** Returns the text, or if it is too wide its beginning and an `…`. */
export function cutEnd(text: string, width: number): string {
  return widthOf(text) <= width ? text : `${text.slice(0, fittingEnd(text, 0, width - 1))}…`;
}

/** Returns the text, or if it is too wide an `…` and its end: the end of a path says most. */
export function cutStart(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const kept: string[] = [];
  let used = 1;
  for (const char of Array.from(text).reverse()) {
    used += columnsOf(char);
    if (used > width) break;
    kept.push(char);
  }
  return `…${kept.reverse().join('')}`;
}

/** Breaks a text at spaces into lines. A word that is wider than a line is not broken. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/**
 * The colours of one line. For each UTF-16 code unit it holds an SGR colour (30 to 37, 90 to 97),
 * or 0 for the terminal's own.
 */
export type LineColors = Uint8Array;

/** A range of UTF-16 code units of a line; the end is excluded. */
export interface TextSpan {
  start: number;
  end: number;
}

interface LineOptions {
  color: boolean;
  /** In columns. */
  width: number;
  /** The highlighter's colours, or null for none. */
  colors: LineColors | null;
}

/**
 * @param line has no control characters
 * @param marks sorted, not overlapping; shown bold and underlined if there are colours
 */
export function renderLine(line: string, marks: readonly TextSpan[], options: LineOptions): string {
  const { from, to } = windowOf(line, marks[0], options.width);
  const lead = from > 0 ? '…' : '';
  const trail = to < line.length ? '…' : '';
  if (!options.color) return lead + line.slice(from, to) + trail;
  return lead + paintRange(line, marks, options.colors, from, to) + trail;
}

/**
 * Returns the part of the line that is shown: its beginning, or a later part if the first mark
 * would be cut off.
 */
function windowOf(line: string, mark: TextSpan | undefined, width: number): { from: number; to: number } {
  if (widthOf(line) <= width) return { from: 0, to: line.length };
  const start = fittingEnd(line, 0, width - 1);
  if (mark === undefined || mark.end <= start) return { from: 0, to: start };
  let from = Math.max(0, mark.start - Math.floor(width / 3));
  if (/[\udc00-\udfff]/.test(line[from] ?? '')) from -= 1;
  const rest = widthOf(line.slice(from));
  return { from, to: rest <= width - 1 ? line.length : fittingEnd(line, from, width - 2) };
}

function fittingEnd(line: string, from: number, width: number): number {
  let used = 0;
  let at = from;
  for (const char of line.slice(from)) {
    used += columnsOf(char);
    if (used > width) break;
    at += char.length;
  }
  return at;
}

function paintRange(
  line: string,
  marks: readonly TextSpan[],
  colors: LineColors | null,
  from: number,
  to: number,
): string {
  let out = '';
  let color = 0;
  let marked = false;
  for (let at = from; at < to; at++) {
    const wantedMark = marks.some((mark) => at >= mark.start && at < mark.end);
    const wantedColor = colors?.[at] ?? 0;
    if (wantedMark !== marked) out += wantedMark ? '\x1b[1;4m' : '\x1b[22;24m';
    if (wantedColor !== color) out += `\x1b[${wantedColor === 0 ? 39 : wantedColor}m`;
    marked = wantedMark;
    color = wantedColor;
    out += line[at];
  }
  return out + (marked ? '\x1b[22;24m' : '') + (color === 0 ? '' : '\x1b[39m');
}

interface OutputStream {
  isTTY?: boolean | undefined;
}

/**
 * True if output gets colours. By default only terminals do. NO_COLOR (not empty) and TERM=dumb
 * turn them off, FORCE_COLOR turns them on anywhere (0 and false turn them off); NO_COLOR wins. See
 * https://no-color.org and https://force-color.org.
 * @param flag --color or --no-color, which win over the environment; undefined if neither was given
 */
export function wantsColor(stream: OutputStream, env: Environment, flag?: boolean): boolean {
  if (flag !== undefined) return flag;
  if ((env.NO_COLOR ?? '') !== '') return false;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && env.TERM !== 'dumb';
}

/**
 * Variables by which terminals that show hyperlinks name themselves. Others may print the raw
 * sequence.
 */
const LINKS: readonly (readonly [string, RegExp])[] = [
  ['TERM_PROGRAM', /^(iTerm\.app|WezTerm|vscode|ghostty|Hyper|rio|Tabby)$/],
  ['TERM', /^(xterm-kitty|xterm-ghostty|alacritty|foot|contour)/],
  ['VTE_VERSION', /^([5-9]\d{3}|\d{5,})$/],
  ['WT_SESSION', /./],
  ['KONSOLE_VERSION', /^(2[1-9]|[3-9]\d)\d{4}$/],
  ['DOMTERM', /./],
];

/**
 * True if output gets OSC 8 hyperlinks: only terminals known to show them do. FORCE_HYPERLINK=1 or
 * 0 overrides this.
 */
export function wantsLinks(stream: OutputStream, env: Environment): boolean {
  if (env.FORCE_HYPERLINK !== undefined) return !/^(0|false|)$/.test(env.FORCE_HYPERLINK);
  if (stream.isTTY !== true || env.TERM === 'dumb' || (env.CI ?? '') !== '') return false;
  // tmux and screen swallow links or print them raw.
  if (env.TMUX !== undefined || /^screen/.test(env.TERM ?? '')) return false;
  return LINKS.some(([name, known]) => known.test(env[name] ?? ''));
}

const STYLES = {
  bold: [1, 22],
  dim: [2, 22],
  underline: [4, 24],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

/** One function for each style. Without colours it returns the text unchanged. */
export type Paint = Record<keyof typeof STYLES, (text: string) => string>;

export function createPaint(color: boolean): Paint {
  const entries = Object.entries(STYLES).map(([name, [on, off]]) => [
    name,
    color ? (text: string) => (text === '' ? '' : `\x1b[${on}m${text}\x1b[${off}m`) : (text: string) => text,
  ]);
  return Object.fromEntries(entries) as Paint;
}

// Values in messages, in English whatever the locale: numbers, sizes, times, settings that may be
// secret, and words for a shell. Pure.

/** 12345 → '12,345' */
export function count(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** count(1) of 'file' → '1 file', of 2 → '2 files' */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : plural}`;
}

/** Decimal units: 999 → '999 B', 12345 → '12.3 kB' */
export function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** 12.4 → '12 ms', 3210 → '3.2 s', 75000 → '1 min 15 s' */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The most characters of a day: a packed index may bring any year. */
const LONGEST_DAY = 20;

/** '2024-05-03T08:09:10+02:00' → '2024-05-03', the day as the author had it */
export function dayOf(date: string): string {
  return date.slice(0, LONGEST_DAY).split('T', 1)[0]!;
}

/** Most frequent first, ties by name: { media: 3, empty: 1 } → '3 media, 1 empty' */
export function tally(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, value]) => value > 0)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([name, value]) => `${count(value)} ${name}`)
    .join(', ');
}

/** Counts how often each name occurs. */
export function tallyOf(names: Iterable<string>): Record<string, number> {
  return Object.fromEntries(countEach(names));
}

/**
 * Says how large a packed index is beside the text that it indexes: `, 48 % of the indexed text`. A
 * small index is mostly fixed overhead, so nothing is said of it.
 */
export function shareOf({ size: bytes, indexedBytes }: { size: number; indexedBytes: number }): string {
  return bytes >= indexedBytes ? '' : `, ${count((100 * bytes) / indexedBytes)} % of the indexed text`;
}

// Messages quote a value of a file or a variable only if it is too short or too plain to be a
// secret; of other values they give kind and size. The rules in secrets/ know more, but every
// command would have to load them. HTTP and MCP redact all messages with them.

/** In characters: keys and tokens of services are longer. */
const SHORT_VALUE = 12;
/** Letters only, like the names of settings. Keys of services have digits. */
const PLAIN = /^[A-Za-z_$ .-]{0,32}$/;

/** @param value any JSON value */
export function quoted(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  return value.length <= SHORT_VALUE || PLAIN.test(value)
    ? JSON.stringify(value)
    : `a text of ${value.length} characters`;
}

/**
 * Quotes a word for a shell, if it needs quotes.
 * @param text may be a path that somebody else chose
 */
export function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
