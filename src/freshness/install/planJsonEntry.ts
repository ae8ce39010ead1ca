/**
 * One entry of a JSON file that belongs to others, put in or taken out: comments, layout, line ends
 * and every other byte stay, and what was added can be taken out without a trace. Pure.
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
  /** The keys on the way to the object, or the list, that holds it. */
  holder: readonly string[];
  /** A key of the holder: where an object without a `type` stands there, it holds the entry. */
  inner?: string;
  /** Its key in an object; undefined for an element of a list. */
  key?: string;
  entry: object;
  /** Tells an element of a list that is Cora's from those of others. */
  isOwn?(element: unknown): boolean;
  /**
   * The object that a new file holds beside the entry; a file that holds no more than this goes
   * with the entry.
   */
  beginning: object;
}

export type Planned = Pick<FileEdit, 'after' | 'problem'>;

const BOM = '\u00ef\u00bb\u00bf';

/** @param before latin1, null where there is no file */
export function planJsonEntry(before: string | null, asked: JsonEntry, action: 'add' | 'remove'): Planned {
  if (before === null || before.trim() === '')
    return { after: action === 'add' ? newFile(asked) : before, problem: null };
  const bom = before.startsWith(BOM) ? BOM : '';
  const text = before.slice(bom.length);
  // The parser calls itself for each level.
  const tooMuch = tooMuchJson(text, SMALL_JSON);
  if (tooMuch !== null) return refuseEntry(before, `holds ${tooMuch}`);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (errors[0] !== undefined || root === undefined) return refuseEntry(before, wrongJson(text, errors[0]));
  if (root.type !== 'object') return refuseEntry(before, 'does not hold a JSON object');
  const wanted = placed(root, asked);
  const wrong = wrongHolder(root, wanted);
  if (wrong !== null) return refuseEntry(before, `has something else at "${wrong}"`);
  const found = findEntry(root, wanted);
  // Another entry stays as its owner, or whoever committed it, has made it. The parser's objects
  // have no prototype.
  if (action === 'add' && found !== null && !isDeepStrictEqual(structuredClone(getNodeValue(found)), wanted.entry))
    return refuseEntry(before, 'has an entry "cora" that starts something else; --remove takes it out');
  if ((found === null) === (action === 'remove')) return { after: before, problem: null };
  if (action === 'add') return { after: bom + addEntry(text, root, wanted), problem: null };
  const rest = removeEntry(text, root, found!, wanted);
  return { after: rest === null ? null : bom + rest, problem: null };
}

function newFile({ holder, key, entry, beginning }: JsonEntry): string {
  return `${JSON.stringify({ ...beginning, ...(nested([...holder], key, entry) as object) }, null, 2)}\n`;
}

/** Wraps an entry in what is still missing around it. */
function nested(missing: readonly string[], key: string | undefined, entry: object): unknown {
  const inner = key === undefined ? [entry] : { [key]: entry };
  return missing.reduceRight<unknown>((value, name) => ({ [name]: value }), inner);
}

/** Decides between the holder and what is inside of it: where the entry stands, else inside. */
function placed(root: Node, wanted: JsonEntry): JsonEntry {
  const { holder, inner } = wanted;
  const place = inner === undefined ? undefined : findNodeAtLocation(root, [...holder, inner]);
  // With a type it is an entry that happens to have this name.
  if (place?.type !== 'object' || findNodeAtLocation(place, ['type']) !== undefined) return wanted;
  const within = { ...wanted, holder: [...holder, inner!] };
  return findEntry(root, within) === null && findEntry(root, wanted) !== null ? wanted : within;
}

/** @returns the first key on the way that holds something other than what an entry can stand in */
function wrongHolder(root: Node, { holder, key }: JsonEntry): string | null {
  const at = holder.findIndex((_, depth) => {
    const found = findNodeAtLocation(root, holder.slice(0, depth + 1));
    const isLast = depth === holder.length - 1;
    return found !== undefined && found.type !== (isLast && key === undefined ? 'array' : 'object');
  });
  return at === -1 ? null : holder[at]!;
}

function findEntry(root: Node, { holder, key, isOwn }: JsonEntry): Node | null {
  if (key !== undefined) return findNodeAtLocation(root, [...holder, key]) ?? null;
  const list = findNodeAtLocation(root, [...holder]);
  return list?.children?.find((element) => isOwn?.(getNodeValue(element))) ?? null;
}

function addEntry(text: string, root: Node, { holder, key, entry }: JsonEntry): string {
  const depth = holder.findLastIndex((_, at) => findNodeAtLocation(root, holder.slice(0, at + 1)) !== undefined) + 1;
  const around = depth === 0 ? root : findNodeAtLocation(root, holder.slice(0, depth))!;
  if (depth === holder.length) return addMember(text, around, key ?? null, entry);
  return addMember(text, around, holder[depth]!, nested(holder.slice(depth + 1), key, entry));
}

/**
 * Removes an entry. The text that its adding has made of another one becomes that other one again,
 * byte for byte. Where somebody has changed it since, what would stay empty goes too, unless a
 * comment says why it is there.
 * @returns null where the file goes
 */
function removeEntry(text: string, root: Node, found: Node, wanted: JsonEntry): string | null {
  const added = { ...wanted, entry: getNodeValue(found) as object };
  if (newFile(added) === text) return null;
  // From the entry outwards: itself, the property of its holder, and so on.
  const members = [memberOf(found)];
  while (members.at(-1)!.parent !== root) members.push(memberOf(members.at(-1)!.parent!));
  const texts = members.map((member) => removeMember(text, member));
  const before = texts.findLast((rest) => addsTo(rest, text, added));
  if (before !== undefined) return before;
  let outer = 0;
  const isAlone = ({ parent }: Node): boolean => parent!.children!.length === 1 && !hasComments(text, parent!);
  while (outer < members.length - 1 && isAlone(members[outer]!)) outer += 1;
  if (outer < members.length - 1) return texts[outer]!;
  const { [String(members[outer]!.children![0]!.value)]: _, ...others } = getNodeValue(root) as Record<string, unknown>;
  const isOurs = JSON.stringify(others) === JSON.stringify(wanted.beginning) && !hasComments(text, root);
  return isOurs ? null : texts[outer]!;
}

function memberOf(value: Node): Node {
  return value.parent?.type === 'property' ? value.parent : value;
}

function addsTo(before: string, after: string, wanted: JsonEntry): boolean {
  const root = parseTree(before, [], { allowTrailingComma: true });
  return root !== undefined && findEntry(root, wanted) === null && addEntry(before, root, wanted) === after;
}

function wrongJson(text: string, error: ParseError | undefined): string {
  if (error === undefined) return 'is not valid JSON';
  const line = text.slice(0, error.offset).split('\n').length;
  return `is not valid JSON (${printParseErrorCode(error.error)} in line ${line})`;
}

function refuseEntry(before: string, problem: string): Planned {
  return { after: before, problem };
}

function hasComments(text: string, { offset, length }: Node): boolean {
  return text
    .slice(offset, offset + length)
    .replace(/"(?:[^"\\]|\\.)*"?/g, '')
    .includes('/');
}

/** Values of jsonc-parser's SyntaxKind, which its ES module does not hold as values. */
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_BREAK = 14;
const BLANKS = 15;
const TRIVIA: ReadonlySet<number> = new Set([LINE_COMMENT, BLOCK_COMMENT, LINE_BREAK, BLANKS]);

/** @param around a node of type object or array in `text`; @param key null in an array */
function addMember(text: string, around: Node, key: string | null, value: unknown): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const last = around.children?.at(-1);
  // In one line behind a blank: what was empty is told from what came with the member.
  if (last === undefined) return insert(text, around.offset + 1, ` ${inOneLine(key, value)}`);
  const end = last.offset + last.length;
  const comma = commaAfter(text, end);
  if (!beginsLine(text, last.offset)) {
    const own = inOneLine(key, value);
    return comma === null ? insert(text, end, `,${own}`) : insert(text, comma + 1, `${own},`);
  }
  const member = printed(key, value, indentOf(text, lineStartOf(text, last.offset)), eol, unitOf(text));
  const line = lineEndAfter(text, comma === null ? end : comma + 1);
  if (comma !== null) return insert(text, line, `${eol}${member},`);
  return insert(insert(text, line, `${eol}${member}`), end, ',');
}

/** @param member a property or an element in `text`; of an object or a list that is its parent */
function removeMember(text: string, member: Node): string {
  const siblings = member.parent?.children ?? [];
  const before = siblings[siblings.indexOf(member) - 1];
  const end = member.offset + member.length;
  const own = commaAfter(text, end);
  const { offset } = member;
  const isOnLine = beginsLine(text, offset);
  // The blank that `addMember` puts into what is empty.
  const hasBlank = offset === member.parent!.offset + 2 && text[offset - 1] === ' ';
  const from = isOnLine ? lineBreakBefore(text, offset) : hasBlank ? offset - 1 : offset;
  const rest = text.slice(own === null ? end : own + 1);
  // Before the bracket of what has become empty.
  const kept = before === undefined && isOnLine ? rest.replace(/^\s*(?=[}\]])/, '') : rest;
  const without = text.slice(0, from) + kept;
  if (own !== null || before === undefined) return without;
  const left = commaAfter(text, before.offset + before.length)!;
  return without.slice(0, left) + without.slice(left + 1);
}

function inOneLine(key: string | null, value: unknown): string {
  return `${key === null ? '' : `${JSON.stringify(key)}:`}${JSON.stringify(value)}`;
}

function printed(key: string | null, value: unknown, indent: string, eol: string, unit: string): string {
  const name = key === null ? '' : `${JSON.stringify(key)}: `;
  const lines = `${name}${JSON.stringify(value, null, unit)}`.split('\n');
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

/** Behind the comment on the line of what ends there; `offset` where more stands on the line. */
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

/** Returns where the line break begins, with the carriage return before it. */
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
