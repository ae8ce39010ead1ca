/** Text from a repository on its way to a terminal: made harmless, measured in columns, cut, and linked. */

import { pathToFileURL } from 'node:url';
import { eastAsianWidth } from 'get-east-asian-width';

/**
 * Controls would move the cursor, recolour the screen or ring; marks of writing direction would show code in another order
 * than it runs. Everything else stays as it is.
 */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb]|\p{Cs}/gu;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** One line without anything that a terminal obeys: `\x1b`, `\u202e`, `\n` are written out. */
export function visible(text: string): string {
  return text.replace(UNSAFE, (char) => {
    const code = char.charCodeAt(0);
    if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
    return SHORT[char] ?? (code < 0x100 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`);
  });
}

/** Text of several lines for the screen: a message may quote a path, or what a server said. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visibleCode).join('\n');
}

/** JSON as text, with the same meaning and nothing in it that a terminal obeys: JSON itself escapes no more than the first 32. */
export function inertJson(json: string): string {
  return json.replace(UNSAFE, (char) => (char === '\n' ? char : `\\u${hex(char.charCodeAt(0), 4)}`));
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}

/** Lines of prose, as `visible` has each of them. A text may come in pieces: no piece is shown in another way than the whole. */
export function visibleText(text: string): string {
  return text
    .replace(/\r/g, '')
    .split('\n')
    .map((line) => visible(line.replaceAll('\t', '    ')))
    .join('\n');
}

const TAB = 4;

/** A line of code for the screen: no line ending, tabs as spaces, the rest as `visible` has it. */
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

/** Columns that a character takes: 0, 1 or 2. */
export function columnsOf(char: string): number {
  const code = char.codePointAt(0)!;
  if (code < 0x300) return 1;
  return /\p{M}|[\u200b-\u200d\u2060]/u.test(char) ? 0 : eastAsianWidth(code);
}

/** Columns that a text without control characters takes. */
export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const char of text) width += columnsOf(char);
  return width;
}

/** The text, or as much of its start as fits with an … behind. */
export function cutEnd(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let out = '';
  let used = 1;
  for (const char of text) {
    used += columnsOf(char);
    if (used > width) break;
    out += char;
  }
  return `${out}…`;
}

/** The text, or as much of its end as fits with an … before: of a path the end says more. */
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

/** An OSC 8 hyperlink to a line of a file. @param path absolute, as it is on disk */
export function linkTo(path: string, line: number, label: string): string {
  return `\x1b]8;;${pathToFileURL(path).href}#${line}\x1b\\${label}\x1b]8;;\x1b\\`;
}

/** Breaks at spaces; a word that is too long keeps its length. */
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
