/**
 * One entry of a JSON file that belongs to others, put in or taken out: comments, layout, line ends
 * and every other byte stay. Pure.
 */

import { isDeepStrictEqual } from 'node:util';
import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { SMALL_JSON, tooMuchJson } from '../../base/boundedJson.ts';
import type { FileEdit } from '../fileEdit.ts';

interface JsonEntry {
  /** The object that holds it, and its key. */
  path: readonly [string, string];
  entry: object;
  /**
   * The object that a new file holds beside the entry; a file that holds no more than this goes
   * with the entry.
   */
  beginning: object;
}

type Planned = Pick<FileEdit, 'after' | 'problem'>;

const BOM = '\u00ef\u00bb\u00bf';

/** @param before latin1, null where there is no file */
export function planJsonEntry(before: string | null, wanted: JsonEntry, action: 'add' | 'remove'): Planned {
  const { path, entry, beginning } = wanted;
  if (before === null || before.trim() === '') {
    if (action === 'remove') return { after: before, problem: null };
    return { after: `${JSON.stringify({ ...beginning, [path[0]]: { [path[1]]: entry } }, null, 2)}\n`, problem: null };
  }
  const bom = before.startsWith(BOM) ? BOM : '';
  const text = before.slice(bom.length);
  // The parser calls itself for each level.
  const tooMuch = tooMuchJson(text, SMALL_JSON);
  if (tooMuch !== null) return refuseEntry(before, `holds ${tooMuch}`);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (errors[0] !== undefined || root === undefined) return refuseEntry(before, wrongJson(text, errors[0]));
  if (root.type !== 'object') return refuseEntry(before, 'does not hold a JSON object');
  const holder = findNodeAtLocation(root, [path[0]]);
  if (holder !== undefined && holder.type !== 'object')
    return refuseEntry(before, `has something else at "${path[0]}"`);
  const found = findNodeAtLocation(root, [...path]);
  // It stays as its owner, or whoever committed it, has made it.
  if (action === 'add' && found !== undefined && !isSame(getNodeValue(found), entry))
    return refuseEntry(before, 'has an entry "cora" that starts something else; --remove takes it out');
  if ((found === undefined) === (action === 'remove')) return { after: before, problem: null };
  if (action === 'add') {
    const added =
      holder === undefined
        ? addProperty(text, root, path[0], { [path[1]]: entry })
        : addProperty(text, holder, path[1], entry);
    return { after: bom + added, problem: null };
  }
  return removeEntry(text, bom, root, holder!, found!.parent!, beginning);
}

/** Removes the entry, and what would stay empty, unless a comment says why it is there. */
function removeEntry(text: string, bom: string, root: Node, holder: Node, property: Node, beginning: object): Planned {
  const isAlone = holder.children!.length === 1 && !hasComments(text, holder);
  if (!isAlone) return { after: bom + removeProperty(text, property), problem: null };
  const { [String(holder.parent!.children![0]!.value)]: _, ...others } = getNodeValue(root) as Record<string, unknown>;
  const isOurs = JSON.stringify(others) === JSON.stringify(beginning) && !hasComments(text, root);
  return { after: isOurs ? null : bom + removeProperty(text, holder.parent!), problem: null };
}

function wrongJson(text: string, error: ParseError | undefined): string {
  if (error === undefined) return 'is not valid JSON';
  const line = text.slice(0, error.offset).split('\n').length;
  return `is not valid JSON (${printParseErrorCode(error.error)} in line ${line})`;
}

function refuseEntry(before: string, problem: string): Planned {
  return { after: before, problem };
}

/** The parser's objects have no prototype. */
function isSame(found: unknown, entry: object): boolean {
  return isDeepStrictEqual(structuredClone(found), entry);
}

function hasComments(text: string, { offset, length }: Node): boolean {
  return text
    .slice(offset, offset + length)
    .replace(/"(?:[^"\\]|\\.)*"?/g, '')
    .includes('/');
}

// A property put into a JSON text, or taken out of it, that leaves every other byte alone:
// comments, layout, line ends. Pure.

/** Values of jsonc-parser's SyntaxKind, which its ES module does not hold as values. */
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_BREAK = 14;
const BLANKS = 15;
const TRIVIA: ReadonlySet<number> = new Set([LINE_COMMENT, BLOCK_COMMENT, LINE_BREAK, BLANKS]);

/** @param object a node of type object in `text` */
function addProperty(text: string, object: Node, key: string, value: unknown): string {
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
function removeProperty(text: string, property: Node): string {
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

/**
 * Behind the comment that belongs to what ends at `offset`, before the line break; `offset` where
 * more stands on the line.
 */
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

/** Returns the indentation of the file. */
function unitOf(text: string): string {
  return /^[{[][^\S\r\n]*\r?\n([ \t]+)/m.exec(text)?.[1] ?? '  ';
}
