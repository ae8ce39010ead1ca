/** Reads heads, bindings and expressions in the text of Python. Comments and strings are blank there. Pure. */

import { getOrMake } from '../base/lists.ts';
import { escapeRegExp } from '../base/patterns.ts';
import { wordsAt } from './locateMentions.ts';
import type { FileDefinition, SourceFile } from './readFiles.ts';

interface Head {
  parameters: string;
  /** The parameters with their strings. */
  written: string;
  /** The annotation of the result; '' without one. */
  returns: string;
  isAsync: boolean;
  /** The offset of the body in the file. */
  end: number;
}

const heads = new WeakMap<FileDefinition, Head | null>();

export function headOf(file: SourceFile, definition: FileDefinition): Head | null {
  return getOrMake(heads, definition, () => {
    const from = file.starts[definition.startLine - 1]!;
    const text = file.codeText.slice(from, file.starts[Math.min(definition.endLine, definition.startLine + 80)]);
    const def = new RegExp(
      `(?:^|\\n)[^\\S\\n]*(async\\s+)?def\\s+${escapeRegExp(definition.name)}\\s*(?:\\[[^\\]]*\\])?\\s*\\(`,
    ).exec(text);
    if (def === null) return null;
    const open = def.index + def[0].length - 1;
    const close = closerOf(text, open);
    const colon = endOf(text, close + 1, ':');
    const raw = file.lines.slice(definition.startLine - 1, definition.startLine + 80).join('\n');
    return {
      parameters: text.slice(open + 1, close),
      written: raw.slice(open + 1, close),
      returns: /^\s*->\s*(.*)$/s.exec(raw.slice(close + 1, colon))?.[1]?.trim() ?? '',
      isAsync: def[1] !== undefined,
      end: from + colon + 1,
    };
  });
}

export function decoratorsOf({ code }: SourceFile, { startLine, name }: FileDefinition): string {
  const lines: string[] = [];
  for (let line = startLine; line < startLine + 20; line++) {
    const text = code[line - 1] ?? '';
    if (new RegExp(`^\\s*(?:async\\s+)?(?:def|class)\\s+${escapeRegExp(name)}\\b`).test(text)) break;
    lines.push(text);
  }
  return lines.filter((line) => /^\s*@/.test(line)).join('\n');
}

/** Returns the annotation of a parameter; null without one, undefined if there is no such parameter. */
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

export interface Bound {
  /**
   * A declared type, a value, a loop over values, the result of a context, a class that a condition
   * tells, or something else.
   */
  form: 'type' | 'value' | 'for' | 'with' | 'is' | 'open';
  text: string;
  /** The value beside a declared type. */
  value?: string;
  at: number;
}

/** Returns the places of a text that bind a name, or a field if a receiver is given. */
export function bindingsIn(text: string, name: string, receiver = ''): Bound[] {
  const found: Bound[] = [];
  for (const at of wordsAt(text, name)) {
    const start = at - receiver.length;
    if (receiver !== '' && text.slice(start, at) !== receiver) continue;
    const left = text.slice(Math.max(0, start - 300), start);
    if (receiver === '' && /\.\s*$/.test(left)) continue;
    const line = left.slice(left.lastIndexOf('\n') + 1);
    const end = at + name.length;
    const right = text.slice(end, end + 300);
    const isAlone = /^\s*$/.test(line);
    if (/\bisinstance\(\s*$/.test(line) && /^\s*,/.test(right)) {
      const isSure = /^\s*(?:if|elif|assert)\s+isinstance\(\s*$/.test(line);
      const type = text.slice(end, endOf(text, end, ')')).replace(/^\s*,/, '');
      found.push({ form: /\bnot\b/.test(line) ? 'open' : 'is', text: isSure ? type : '', at });
      continue;
    }
    const colon = isAlone ? /^\s*:(?!=)/.exec(right) : null;
    const equals = /^\s*=(?!=)/.exec(right);
    if (colon !== null) {
      const [type = '', value] = splitAt(expressionFrom(text, end + colon[0].length), '=');
      found.push(
        value === undefined || value === 'None'
          ? { form: 'type', text: type, at }
          : { form: 'type', text: type, value, at },
      );
    } else if (equals !== null && isAlone) {
      const value = expressionFrom(text, end + equals[0].length);
      if (value !== 'None') found.push({ form: 'value', text: value, at });
    } else if (/\bfor\s+$/.test(line) && /^\s+in\s/.test(right)) {
      found.push({
        form: 'for',
        text: expressionFrom(text, end + /^\s+in\s/.exec(right)![0].length).replace(/\s(?:if|for)\s[\s\S]*$/, ''),
        at,
      });
    } else if (/\bas\s+$/.test(line)) {
      const item = /^\s*(?:async\s+)?with\s+\(?([\s\S]*?)\s+as\s+$/.exec(line)?.[1];
      found.push(
        item === undefined ? { form: 'open', text: '', at } : { form: 'with', text: splitAt(item, ',').at(-1)!, at },
      );
    } else if (
      /^\s*:=/.test(right) ||
      (/^[\s\w.,(*]*,\s*\*?$/.test(line) && /^[\s\w.,)*]*=(?!=)/.test(right)) ||
      (isAlone && /^\s*,[\s\w.,)*]*=(?!=)/.test(right)) ||
      /\bfor\s[\w\s,(*]*$/.test(line) ||
      /\blambda\b[^:]*$/.test(line) ||
      /^\s*(?:from\s.*)?import\s/.test(line)
    )
      found.push({ form: 'open', text: '', at });
  }
  return found;
}

/** Returns the text of an expression from an offset to the end of its statement. */
export function expressionFrom(text: string, from: number): string {
  const end = endOf(text, from, '\n');
  return text.slice(from, end).trim().replace(/:$/, '').trim();
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

function closerOf(text: string, open: number): number {
  return endOf(text, open + 1, '\0');
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
    return text.startsWith('(') && closerOf(text, 0) === text.length - 1 ? trailersOf(text.slice(1, -1).trim()) : null;
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
    const close = '(['.includes(text[open] ?? ' ') ? closerOf(text, open) : -1;
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
    const name = /[\p{L}\p{N}_]+$/u.exec(text.slice(Math.max(0, start - 200), start))?.[0];
    if (name === undefined) return '';
    at = start - name.length;
    const dot = /\.\s*$/.exec(text.slice(Math.max(0, at - 200), at));
    if (dot === null) return text.slice(at).trim();
    at -= dot[0].length;
  }
}

export function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
