/**
 * Reads heads, bindings and expressions in the text of Python, where comments and strings are
 * blank. Pure.
 */

import { countWhile, getOrMake } from '../base/lists.ts';
import { escapeRegExp } from '../base/patterns.ts';
import { wholeWordsIn, wordsAt } from './locateMentions.ts';
import type { FileDefinition, SourceFile } from './readFiles.ts';

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

function lineAt({ starts }: SourceFile, offset: number): number {
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

/** Returns the offset of the first such character outside of brackets, or the end of the text. */
function endOf(text: string, from: number, character: string): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const here = text[at]!;
    if (depth === 0 && here === character) return at;
    if ('([{'.includes(here)) depth++;
    else if (')]}'.includes(here) && --depth < 0) return at;
  }
  return text.length;
}

export function splitAt(text: string, separator: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from <= text.length; ) {
    const end = endOf(text, from, separator);
    parts.push(text.slice(from, end).trim());
    from = end + 1;
  }
  return parts.filter((part) => part !== '');
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

/** `a.b(c)[d]` → a, b and `.b`, `()`, `[d]`; null for anything else. */
export function trailersOf(text: string): { names: string[]; rest: string[] } | null {
  const first = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(text)?.[0];
  if (first === undefined) {
    // `(a)` is a.
    return text.startsWith('(') && endOf(text, 1, '\0') === text.length - 1
      ? trailersOf(text.slice(1, -1).trim())
      : null;
  }
  const names = [first];
  const rest: string[] = [];
  for (let at = first.length; at < text.length; ) {
    const name = /^\s*\.\s*([\p{L}_][\p{L}\p{N}_]*)/u.exec(text.slice(at, at + 200));
    if (name !== null) {
      if (rest.every((one) => one.startsWith('.'))) names.push(name[1]!);
      rest.push(`.${name[1]!}`);
      at += name[0].length;
      continue;
    }
    const open = /^\s*/.exec(text.slice(at, at + 200))![0].length + at;
    const close = '(['.includes(text[open] ?? ' ') ? endOf(text, open + 1, '\0') : -1;
    if (close === -1 || close >= text.length) return text.slice(at).trim() === '' ? { names, rest } : null;
    rest.push(text[open] === '(' ? '()' : text.slice(open, close + 1));
    at = close + 1;
  }
  return { names, rest };
}

/** Returns the expression at the end of a text, such as `a.b(c)`. */
export function lastExpression(text: string): string {
  let at = text.length;
  for (;;) {
    let start = at;
    while (start > 0 && /\s/.test(text[start - 1]!) && /[)\].\s]/.test(text[at] ?? '.')) start--;
    const before = text[start - 1] ?? '';
    if (')]'.includes(before) && before !== '') {
      let depth = 0;
      for (at = start - 1; at >= 0; at--) {
        if (')]}'.includes(text[at]!)) depth++;
        else if ('([{'.includes(text[at]!) && --depth === 0) break;
      }
      if (at < 0) return '';
      if (/[\w)\]]/.test(text[at - 1] ?? '')) continue;
      return text.slice(at).trim();
    }
    const name = /[\p{L}\p{N}_]{1,200}$/u.exec(text.slice(Math.max(0, start - 200), start))?.[0];
    if (name === undefined) return '';
    at = start - name.length;
    const dot = /(?<!\.)\.[^\S\n]*$/.exec(text.slice(Math.max(0, at - 200), at));
    if (dot === null) return text.slice(at).trim();
    at -= dot[0].length;
  }
}
