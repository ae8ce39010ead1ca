/**
 * Reads brackets, chains, types, heads and bindings in the text of code, where comments and strings
 * are blank. Pure.
 */

import { countWhile, getOrMake } from '../base/lists.ts';
import { escapeRegExp } from '../base/patterns.ts';
import { NAME_AT_BEGIN, NAME_AT_END } from '../base/words.ts';
import type { ChainSigns } from '../languages/referenceRules.ts';
import { wholeWordsIn, wordsAt } from './locateMentions.ts';
import type { FileDefinition, SourceFile } from './readFiles.ts';
import { withoutArguments } from './variables.ts';

interface Head {
  /** The text above, with the decorators. */
  decorators: string;
  parameters: string;
  /** The parameters with their strings. */
  written: string;
  /** The annotation of the result; '' without one. */
  returns: string;
  isAsync: boolean;
  /** The offset of the body in the file. */
  end: number;
}

/** Characters that are read of a head, and of an expression. */
const MOST_READ = 4000;
/** Lines that are read of a head. */
const MOST_LINES = 80;
/** A text that binds a name more often was written by a program. */
const MOST_BINDINGS = 200;

const heads = new WeakMap<FileDefinition, Head | null>();

/** Returns the head of a function; null if it cannot be read. */
export function headOf(file: SourceFile, definition: FileDefinition): Head | null {
  return getOrMake(heads, definition, () => readHead(file, definition));
}

function readHead({ starts, codeText, lines }: SourceFile, { name, startLine, endLine }: FileDefinition): Head | null {
  const from = starts[startLine - 1]!;
  const last = Math.min(endLine, startLine + MOST_LINES);
  const text = codeText.slice(from, Math.min(starts[last]!, from + MOST_READ));
  const def = new RegExp(`(?:^|\\n)[^\\S\\n]*(async[^\\S\\n]+)?def[^\\S\\n]+${escapeRegExp(name)}(?=[[(])`).exec(text);
  if (def === null) return null;
  const bracket = def.index + def[0].length;
  const open = text[bracket] === '[' ? endOf(text, bracket + 1, '\0') + 1 : bracket;
  const close = endOf(text, open + 1, '\0');
  const colon = endOf(text, close + 1, ':');
  // Annotations may be strings, which are blank in the code.
  const written = lines
    .slice(startLine - 1, last)
    .join('\n')
    .slice(0, MOST_READ);
  const after = written.slice(close + 1, colon).trim();
  return {
    decorators: text.slice(0, def.index),
    parameters: text.slice(open + 1, close),
    written: written.slice(open + 1, close),
    returns: after.startsWith('->') ? after.slice(2).trim() : '',
    isAsync: def[1] !== undefined,
    end: from + colon + 1,
  };
}

/** Returns the annotation of a parameter; null without one, undefined without the parameter. */
export function annotationAt({ parameters, written }: Head, name: string): string | null | undefined {
  const own = new RegExp(`^\\s*${escapeRegExp(name)}\\s*(:|=|$)`);
  for (let from = 0; from <= parameters.length; ) {
    const end = endOf(parameters, from, ',');
    const found = own.exec(parameters.slice(from, end).replace(/^\s*\*+/, (stars) => ' '.repeat(stars.length)));
    if (found !== null) {
      const type = from + found[0].length;
      return found[1] !== ':' || /^\s*\*/.test(parameters.slice(from))
        ? null
        : written.slice(type, Math.min(end, endOf(parameters, type, '=')));
    }
    from = end + 1;
  }
  return undefined;
}

/**
 * A declared type, a value, a loop over values, a comprehension over values, the result of a
 * context, a class that a condition tells, or anything else.
 */
type BoundForm = 'type' | 'value' | 'for' | 'each' | 'with' | 'is' | 'open';

export interface BoundName {
  form: BoundForm;
  text: string;
  /** The value beside a declared type. */
  value?: string;
  at: number;
}

/** Returns the places of a text that bind a name, or a field if a receiver is given. */
export function bindingsIn(
  text: string,
  name: string,
  receiver = '',
  places: Iterable<number> = wordsAt(text, name),
): BoundName[] {
  const found: BoundName[] = [];
  for (const at of places) {
    const start = at - receiver.length;
    if (receiver !== '' && text.slice(Math.max(0, start), at) !== receiver) continue;
    const bound = boundAt(text, start, at + name.length);
    if (bound !== null) found.push({ ...bound, at });
    if (found.length > MOST_BINDINGS) return [{ form: 'open', text: '', at: 0 }];
  }
  return found;
}

/** Matches the rest of `a, b = …` and of `(a, b) = …`. */
const TARGETS = /^[ \t\w.,)*]*=(?!=)/;

/** @param start where the name or its receiver begins */
function boundAt(text: string, start: number, end: number): Omit<BoundName, 'at'> | null {
  const left = text.slice(Math.max(0, start - 300), start);
  const line = left.slice(left.lastIndexOf('\n') + 1);
  const right = text.slice(end, end + 300);
  // Where the line above goes on, `name=` is an argument and `name:` a key.
  const isAlone = line.trim() === '' && !/[([{,\\]\s*$/.test(left.slice(0, left.length - line.length));
  const sign = isAlone ? /^\s*(?::(?!=)|=(?!=))/.exec(right)?.[0] : undefined;
  if (sign !== undefined) {
    const said = expressionFrom(text, end + sign.length);
    if (!sign.endsWith(':')) return said === 'None' ? null : { form: 'value', text: said };
    const [type = '', value = 'None'] = splitAt(said, '=');
    return value === 'None' ? { form: 'type', text: type } : { form: 'type', text: type, value };
  }
  const walrus = /^\s*:=/.exec(right)?.[0];
  if (walrus !== undefined) return { form: 'value', text: expressionFrom(text, end + walrus.length) };
  if (/\bisinstance\(\s*$/.test(line)) {
    const isSure = /^\s*(?:if|elif|assert)\s+isinstance\(\s*$/.test(line);
    const type = text.slice(end, endOf(text, end, ')')).replace(/^\s*,/, '');
    return { form: /\bnot\b/.test(line) ? 'open' : 'is', text: isSure ? type : '' };
  }
  const loop = /^\s+in\s/.exec(right)?.[0];
  if (loop !== undefined && /\bfor\s+$/.test(line)) {
    const values = expressionFrom(text, end + loop.length);
    if (/^\s*(?:async\s+)?for\s+$/.test(line)) return { form: 'for', text: values };
    return { form: 'each', text: values.split(/\s(?:if|for)\s/)[0]! };
  }
  if (/\bas\s+$/.test(line)) {
    const statement = /^\s*(?:async\s+)?(with|except)\s/.exec(line);
    if (statement === null) return /\bimport\s/.test(line) ? null : { form: 'open', text: '' };
    const said = splitAt(line.slice(statement[0].length).replace(/\bas\s+$/, ''), ',').at(-1) ?? '';
    return { form: statement[1] === 'with' ? 'with' : 'is', text: said };
  }
  if (/\blambda\b[^:]*$/.test(line)) return { form: 'each', text: '' };
  const others = TARGETS.exec(right)?.[0];
  const isOneOfSeveral = others !== undefined && /^[ \t\w.,(*]*$/.test(line) && !/\w\(/.test(line);
  const isBound = (isOneOfSeveral && (line + others).includes(',')) || /\bfor\s(?:(?!in\s)[\w\s,(*])*$/.test(line);
  return isBound ? { form: 'open', text: '' } : null;
}

export interface LocatedBound extends BoundName {
  line: number;
}

const placesOfNames = new WeakMap<SourceFile, Map<string, number[]>>();

export function located(
  file: SourceFile,
  { endLine }: FileDefinition,
  from: number,
  name: string,
  receiver = '',
): LocatedBound[] {
  const text = textTo(file, from, endLine);
  const places = getOrMake(
    getOrMake(placesOfNames, file, () => new Map<string, number[]>()),
    name,
    () => [...wholeWordsIn(file, name)],
  );
  const first = countWhile(places.length, (at) => places[at]! < from);
  const last = countWhile(places.length, (at) => places[at]! < from + text.length);
  const own = places.slice(first, last).map((at) => at - from);
  return bindingsIn(text, name, receiver, own).map((one) => ({ ...one, line: lineAt(file, from + one.at) }));
}

/** Returns the text of a file from an offset to the end of a line. */
function textTo({ codeText, starts }: SourceFile, from: number, line: number): string {
  return codeText.slice(from, starts[line]! - 1);
}

export function lineAt({ starts }: SourceFile, offset: number): number {
  return countWhile(starts.length, (at) => starts[at]! <= offset);
}

/** Returns what a function returns, but None; nothing for a generator or with an inner function. */
export function resultsIn(
  file: SourceFile,
  { endLine }: FileDefinition,
  from: number,
): { text: string; line: number }[] {
  const text = textTo(file, from, endLine);
  if (/\byield\b|\n[^\S\n]+(?:async )?def\s/.test(text)) return [];
  return [...text.matchAll(/\n[^\S\n]*return\b/g)].flatMap(({ 0: said, index }) => {
    const value = expressionFrom(text, index + said.length);
    return value === 'None' || value === '' ? [] : [{ text: value, line: lineAt(file, from + index + said.length) }];
  });
}

/** The most lines between a binding and a mention that are looked at. */
const MOST_BETWEEN = 1000;

/** True if every way to the line passes the binding: no line between them is less indented. */
export function isPassed(file: SourceFile, binding: LocatedBound, until: number): boolean {
  return until <= getOrMake(passedTo, binding, () => lastPassed(file, binding));
}

const passedTo = new WeakMap<LocatedBound, number>();

function lastPassed({ code }: SourceFile, { line, form }: LocatedBound): number {
  const indent = indentOf(code[line - 1]!);
  const inner = /^(?:value|type)$/.test(form) || /^\s*assert\b/.test(code[line - 1]!) ? indent : indent + 1;
  const end = Math.min(code.length, line + MOST_BETWEEN);
  for (let at = line + 1; at <= end; at++) {
    const text = code[at - 1]!;
    if (text.trim() !== '' && indentOf(text) < inner && !/^\s*[)\]}]/.test(text)) return at - 1;
  }
  return end;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Returns the text of an expression from an offset to the end of its statement. */
function expressionFrom(text: string, from: number): string {
  const rest = text.slice(from, from + MOST_READ);
  return rest
    .slice(0, endOf(rest, 0, '\n'))
    .trim()
    .replace(/:$/, '')
    .trim();
}

/** `a or b` and `a if c else b` → a and b; any other text is the only one. */
export function alternatives(text: string): string[] {
  if (!/\s(?:or|else)\s/.test(text)) return [text];
  const flat = flattened(text);
  const condition = /\sif\s.*?\selse\s/s.exec(flat);
  if (condition !== null)
    return [text.slice(0, condition.index), text.slice(condition.index + condition[0].length)].map((one) => one.trim());
  const out: string[] = [];
  let from = 0;
  for (const { index, 0: word } of flat.matchAll(/\sor\s/g)) {
    out.push(text.slice(from, index).trim());
    from = index + word.length;
  }
  return [...out, text.slice(from).trim()];
}

/** Blanks what is in brackets. */
function flattened(text: string): string {
  let out = '';
  let depth = 0;
  for (const here of text) {
    if (')]}'.includes(here)) depth--;
    out += depth > 0 ? '_'.repeat(here.length) : here;
    if ('([{'.includes(here)) depth++;
  }
  return out;
}

// Brackets and chains.

/** A part of a text. */
export interface Stretch {
  from: number;
  to: number;
}

/** Characters of an expression that are read. */
const LONGEST = 3000;
const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Returns the bracket that closes one; the end of the text if none does. */
export function closerOf(text: string, open: number): number {
  let depth = 0;
  for (let position = open; position < text.length; position++) {
    if (CLOSERS[text[position]!] !== undefined) depth += 1;
    else if (')]}'.includes(text[position]!) && --depth <= 0) return position;
  }
  return text.length;
}

/** Returns the bracket that opens one; `least - 1` if none does. */
function openerOf(text: string, close: number, least: number): number {
  let depth = 0;
  for (let position = close; position >= least; position--) {
    if (')]}'.includes(text[position]!)) depth += 1;
    else if (CLOSERS[text[position]!] !== undefined && --depth === 0) return position;
  }
  return least - 1;
}

/** Returns the offset of the first such character outside of brackets, or where these end. */
function endOf(text: string, from: number, character: string, to = text.length): number {
  for (let at = from; at < to; at++) {
    if (text[at] === character || ')]}'.includes(text[at]!)) return at;
    if (CLOSERS[text[at]!] !== undefined) at = closerOf(text, at);
  }
  return to;
}

/** Returns the stretches between commas outside of brackets. */
export function listParts(text: string, from: number, to: number, separator = ','): Stretch[] {
  const parts: Stretch[] = [];
  for (let start = from; start < to; ) {
    const end = endOf(text, start, separator, to);
    if (end < to || /\S/.test(text.slice(start, to))) parts.push({ from: start, to: end });
    start = end + 1;
  }
  return parts;
}

export function splitAt(text: string, separator: string): string[] {
  const parts = listParts(text, 0, text.length, separator);
  return parts.map(({ from, to }) => text.slice(from, to).trim()).filter((part) => part !== '');
}

const separators = new Map<string, { before: RegExp; behind: RegExp }>();

function separatorsOf({ separator }: ChainSigns): { before: RegExp; behind: RegExp } {
  return getOrMake(separators, separator, () => ({
    before: new RegExp(`(?:${separator})$`),
    behind: new RegExp(`^(?:${separator})`),
  }));
}

/** Characters of a name that are read. */
const LONGEST_WORD = 200;

/**
 * Returns the chain of names, calls and indexes before the sign before a member.
 * @returns undefined without such a sign, null if what stands there is no chain
 */
export function receiverBefore(text: string, offset: number, signs: ChainSigns): Stretch | null | undefined {
  const { before } = separatorsOf(signs);
  const least = Math.max(0, offset - LONGEST);
  const separatorBefore = (at: number): number => {
    const end = beforeSpace(text, at);
    const said = before.exec(text.slice(Math.max(least, end - 3), end))?.[0];
    return said === undefined ? 0 : at - end + said.length;
  };
  const length = separatorBefore(offset);
  return length === 0 ? undefined : chainBefore(text, offset - length, signs, least, separatorBefore);
}

function chainBefore(
  text: string,
  end: number,
  { closers, statement, postfix }: ChainSigns,
  least: number,
  separatorBefore: (at: number) => number,
): Stretch | null {
  const to = beforeSpace(text, end);
  for (let from = to; ; ) {
    let at = from;
    while (postfix !== undefined && text[at - 1] === postfix) at = beforeSpace(text, at - 1);
    let opened = -1;
    while (at > least && closers.includes(text[at - 1]!)) {
      opened = openerOf(text, at - 1, least);
      if (opened < least) return null;
      at = beforeSpace(text, opened, /[^\S\n]/);
    }
    const left = text.slice(Math.max(least, at - LONGEST_WORD), at);
    const name = NAME_AT_END(left).exec(left)?.[0] ?? /(?<=\.)\d+$/.exec(left)?.[0] ?? '';
    const separator = separatorBefore(at - name.length);
    const isOperand = name !== '' && (separator > 0 || !statement.test(name));
    if (!isOperand && opened === -1) return null;
    from = isOperand ? at - name.length : opened;
    if (isOperand && /[^-=\s]>$|\]$/.test(text.slice(Math.max(least, from - 2), from))) return null;
    const length = separatorBefore(from);
    if (length === 0) return { from, to };
    from = beforeSpace(text, from - length);
  }
}

export function beforeSpace(text: string, from: number, space = /\s/): number {
  let position = from;
  while (position > 0 && space.test(text[position - 1]!)) position -= 1;
  return position;
}

/** A name in a chain, or brackets with what they hold. */
export interface Link extends Stretch {
  sign: '' | '(' | '[' | '{';
}

/** Reads a chain of names, calls and indexes; null if there is anything else. */
export function chainLinks(text: string, { from, to }: Stretch, signs: ChainSigns): Link[] | null {
  const { behind } = separatorsOf(signs);
  const links: Link[] = [];
  for (let at = skipSpace(text, from, to); at < to; at = skipSpace(text, at, to)) {
    const separator = links.length === 0 ? '' : behind.exec(text.slice(at, at + 3))?.[0];
    const start = separator === undefined ? to : skipSpace(text, at + separator.length, to);
    const name = wordAt(text, start, to);
    if (name !== '') {
      links.push({ sign: '', from: start, to: start + name.length });
      at = start + name.length;
    } else {
      if (CLOSERS[text[at]!] === undefined) return null;
      const close = closerOf(text, at);
      if (close >= to) return null;
      links.push({ sign: text[at] as '(', from: at + 1, to: close });
      at = close + 1;
    }
  }
  return links;
}

/** A name in a chain; `count` is the number of its arguments, null where it is not called. */
export interface Step {
  name: string;
  count: number | null;
}

/** Puts names and their calls together; null if there are other brackets. */
export function stepsOf(text: string, links: readonly Link[]): Step[] | null {
  const steps: Step[] = [];
  for (const { sign, from, to } of links) {
    const said = text.slice(from, to);
    const last = steps.at(-1);
    if (sign === '') steps.push({ name: said, count: null });
    else if (sign === '(' && last?.count === null) last.count = lengthOfList(said);
    else return null;
  }
  return steps;
}

function lengthOfList(list: string): number {
  const plain = withoutArguments(list);
  return listParts(plain, 0, plain.length).length;
}

// Types and expressions of Go.

/** Returns the text of a type that begins at an offset: up to where it cannot go on. */
export function typeAt(text: string, from: number, isSignature = false): string {
  let depth = 0;
  let position = from;
  for (const end = Math.min(text.length, from + LONGEST); position < end; position++) {
    const character = text[position]!;
    if (character === '{') {
      if (!/\b(?:interface|struct)\s*$/.test(text.slice(Math.max(from, position - 20), position))) break;
      position = closerOf(text, position);
    } else if (CLOSERS[character] !== undefined) depth += 1;
    else if (')]}'.includes(character)) {
      if (depth === 0) break;
      depth -= 1;
    } else if (depth === 0 && /[,;=:`\n]/.test(character)) break;
    else if (
      depth === 0 &&
      !isSignature &&
      /\s/.test(character) &&
      !/^\s*[\w*[(]/.test(text.slice(position, position + 40))
    )
      break;
  }
  return text.slice(from, position).trim();
}

/** @param isHead true in the head of a statement, which ends with a brace */
export function expressionsAt(text: string, from: number, isHead: boolean): Stretch[] {
  let position = from;
  for (const end = Math.min(text.length, from + LONGEST); position < end; position++) {
    const character = text[position]!;
    if (character === '\n' && !/[.,(+\-*/&|=<>!]\s*$/.test(text.slice(Math.max(from, position - 80), position))) {
      if (/\S/.test(text.slice(from, position))) break;
    }
    if (/[;:)\]}]/.test(character) || (isHead && character === '{')) break;
    if (CLOSERS[character] !== undefined) position = closerOf(text, position);
  }
  return listParts(text, from, position);
}

export function afterLine(text: string, from: number, end: number): number {
  for (let position = from; position < end; position++) {
    if (CLOSERS[text[position]!] !== undefined) position = closerOf(text, position);
    else if (/[;\n]/.test(text[position]!)) return position + 1;
  }
  return end;
}

export function skipSpace(text: string, from: number, to: number): number {
  let position = from;
  while (position < to && /\s/.test(text[position]!)) position += 1;
  return position;
}

export function wordAt(text: string, from: number, to = text.length): string {
  const right = text.slice(from, Math.min(to, from + LONGEST_WORD));
  return NAME_AT_BEGIN(right).exec(right)?.[0] ?? '';
}
