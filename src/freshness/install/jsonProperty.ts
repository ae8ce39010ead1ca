/** A property put into a JSON text, or taken out of it, that leaves every other byte alone: comments, layout, line ends. Pure. */

import { createScanner, type Node } from 'jsonc-parser';

/** Of jsonc-parser's SyntaxKind, which its ES module does not hold as values. */
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_BREAK = 14;
const BLANKS = 15;
const TRIVIA: ReadonlySet<number> = new Set([LINE_COMMENT, BLOCK_COMMENT, LINE_BREAK, BLANKS]);

/** @param object a node of type object in `text` */
export function addProperty(text: string, object: Node, key: string, value: unknown): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const last = object.children?.at(-1);
  if (last === undefined) {
    const outer = indentOf(text, lineStartOf(text, object.offset));
    const property = printed(key, value, outer + unitOf(text), eol, unitOf(text));
    const rest = text.slice(object.offset + 1);
    // What stands between the braces may be a comment.
    const close = /^[^\S\r\n]*\}/.test(rest) ? rest.replace(/^[^\S\r\n]*/, eol + outer) : rest;
    return `${text.slice(0, object.offset + 1)}${eol}${property}${close}`;
  }
  const end = last.offset + last.length;
  const comma = commaAfter(text, end);
  if (!beginsLine(text, last.offset)) {
    const own = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
    return comma === null ? insert(text, end, `,${own}`) : insert(text, comma + 1, `${own},`);
  }
  const property = printed(key, value, indentOf(text, lineStartOf(text, last.offset)), eol, unitOf(text));
  const line = lineEndAfter(text, comma === null ? end : comma + 1);
  if (comma !== null) return insert(text, line, `${eol}${property},`);
  return insert(insert(text, line, `${eol}${property}`), end, ',');
}

/** @param property a node of type property in `text`; of an object that is its parent */
export function removeProperty(text: string, property: Node): string {
  const siblings = property.parent?.children ?? [];
  const before = siblings[siblings.indexOf(property) - 1];
  const end = property.offset + property.length;
  const own = commaAfter(text, end);
  const from = beginsLine(text, property.offset) ? lineBreakBefore(text, property.offset) : property.offset;
  const rest = text.slice(own === null ? end : own + 1);
  const without = text.slice(0, from) + (before === undefined ? withoutIndent(rest) : rest);
  if (own !== null || before === undefined) return without;
  const left = commaAfter(text, before.offset + before.length)!;
  return without.slice(0, left) + without.slice(left + 1);
}

/** Before the brace of an object that has become empty. */
function withoutIndent(rest: string): string {
  return rest.replace(/^\s*(?=\})/, '');
}

function printed(key: string, value: unknown, indent: string, eol: string, unit: string): string {
  const lines = `${JSON.stringify(key)}: ${JSON.stringify(value, null, unit)}`.split('\n');
  return lines.map((line) => indent + line).join(eol);
}

function insert(text: string, at: number, more: string): string {
  return text.slice(0, at) + more + text.slice(at);
}

/** @returns the place of the comma that follows, behind blanks and comments */
function commaAfter(text: string, offset: number): number | null {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  let kind: number = scanner.scan();
  while (TRIVIA.has(kind)) kind = scanner.scan();
  return kind === COMMA ? scanner.getTokenOffset() : null;
}

/** Behind the comment that belongs to what ends at `offset`, before the line break; `offset` where more stands on the line. */
function lineEndAfter(text: string, offset: number): number {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  let end = offset;
  for (;;) {
    const kind: number = scanner.scan();
    if (kind !== LINE_COMMENT && kind !== BLOCK_COMMENT && kind !== BLANKS) return kind === LINE_BREAK ? end : offset;
    if (kind !== BLANKS) end = scanner.getTokenOffset() + scanner.getTokenLength();
  }
}

function lineStartOf(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** With the carriage return before it. */
function lineBreakBefore(text: string, offset: number): number {
  const start = lineStartOf(text, offset);
  if (start === 0) return 0;
  return text[start - 2] === '\r' ? start - 2 : start - 1;
}

function beginsLine(text: string, offset: number): boolean {
  const start = lineStartOf(text, offset);
  return start > 0 && text.slice(start, offset).trim() === '';
}

function indentOf(text: string, start: number): string {
  return /^[ \t]*/.exec(text.slice(start))![0];
}

/** What the file is indented by. */
function unitOf(text: string): string {
  return /^[{[][^\S\r\n]*\r?\n([ \t]+)/m.exec(text)?.[1] ?? '  ';
}
