/**
 * Pairs of brackets of a text without comments and strings. A bracket that is never closed does not
 * count.
 */

import { countWhile } from '../base/lists.ts';

export interface Range {
  from: number;
  to: number;
}

export interface Brackets {
  /** The innermost braces around an offset, null at the top of the file. */
  blockOf(at: number): Range | null;
  /** The innermost `(` around, as long as no brace is between. */
  parenOf(at: number): number | null;
  /** The innermost bracket around, -1 at the top of the file. */
  openerOf(at: number): number;
  closerOf(opener: number): number;
  kindOf(opener: number): string;
  /** Text to the left, from where the statement begins, what other brackets hold left out. */
  leftOf(at: number): string;
  /**
   * Returns the text before the offset in its statement, without the content of brackets other than
   * braces.
   */
  headBefore(at: number): string;
  /** The first braces after the offset at its level, as long as the statement goes on. */
  nextBlock(at: number, beyondSemicolons?: boolean): Range | null;
  /**
   * The end of an expression: its braces where it begins with them, else a comma, the statement's
   * end or the bracket around.
   */
  expressionEnd(at: number): number;
}

const CLOSES: Readonly<Record<string, string>> = { '}': '{', ')': '(', ']': '[' };
/** The number of characters to the left that are read of a statement. */
const FAR = 2000;

export function brackets(text: string): Brackets {
  const closers = new Map<number, number>();
  const openers = new Map<number, number>();
  const open: number[] = [];
  // Tested, since a match is an object for each bracket.
  const bracket = /[{}()[\]]/g;
  while (bracket.test(text)) {
    const index = bracket.lastIndex - 1;
    const character = text[index]!;
    const opens = CLOSES[character];
    if (opens === undefined) {
      open.push(index);
      continue;
    }
    let top = open.length - 1;
    // What stands open inside of braces ends with them; nothing else ends braces.
    while (top >= 0 && text[open[top]!] !== opens && (character === '}' || text[open[top]!] !== '{')) top--;
    if (top < 0 || text[open[top]!] !== opens) continue;
    closers.set(open[top]!, index);
    openers.set(index, open[top]!);
    open.length = top;
  }
  const starts = Uint32Array.from(closers.keys()).sort();
  const parents = new Map<number, number>();
  const chain: number[] = [];
  for (const start of starts) {
    while (chain.length > 0 && closers.get(chain.at(-1)!)! < start) chain.pop();
    parents.set(start, chain.at(-1) ?? -1);
    chain.push(start);
  }
  const openerOf = (at: number): number => {
    let found = starts[countWhile(starts.length, (place) => starts[place]! < at) - 1] ?? -1;
    while (found !== -1 && closers.get(found)! < at) found = parents.get(found)!;
    return found;
  };
  const braceOf = (at: number): number => {
    let found = openerOf(at);
    while (found !== -1 && text[found] !== '{') found = parents.get(found)!;
    return found;
  };
  const leftOf = (at: number): string => {
    const start = openerOf(at);
    let out = '';
    const isBlock = start === -1 || text[start] === '{';
    for (let position = at - 1; position > start && position > at - FAR; position--) {
      const character = text[position]!;
      const opener = openers.get(position);
      if (opener !== undefined) {
        if (character === '}' && isBlock && !/^[ \t]*(?:[,:=]|\bof\b|\bin\b|\bas\b)/.test(out)) break;
        out = `${text[opener]}${character}${out}`;
        position = opener;
        continue;
      }
      if (character === ';' || (character === '\n' && isBlock && endsStatement(text, position))) break;
      out = character + out;
    }
    return out;
  };
  const headBefore = (at: number): string => {
    let position = at;
    for (let opener = openerOf(position); opener !== -1 && text[opener] !== '{'; opener = openerOf(position))
      position = opener;
    return leftOf(position);
  };
  const nextBlock = (at: number, beyondSemicolons = false): Range | null => {
    const level = openerOf(at);
    const end = level === -1 ? text.length : closers.get(level)!;
    for (let position = closers.get(at) ?? at; position < end; position++) {
      if (text[position] === ';' && !beyondSemicolons) return null;
      const close = closers.get(position);
      if (close === undefined) continue;
      if (text[position] === '{') return { from: position, to: close };
      position = close;
    }
    return null;
  };
  return {
    openerOf,
    closerOf: (opener) => closers.get(opener) ?? opener,
    kindOf: (opener) => text[opener] ?? '',
    blockOf: (at) => {
      const brace = braceOf(at);
      return brace === -1 ? null : { from: brace, to: closers.get(brace)! };
    },
    parenOf: (at) => {
      let found = openerOf(at);
      while (found !== -1 && text[found] === '[') found = parents.get(found)!;
      return found !== -1 && text[found] === '(' ? found : null;
    },
    leftOf,
    headBefore,
    nextBlock,
    expressionEnd: (at) => {
      const level = openerOf(at);
      const end = level === -1 ? text.length : closers.get(level)!;
      const first = at + /^\s*/.exec(text.slice(at, at + 500))![0].length;
      if (text[first] === '{' && closers.has(first)) return closers.get(first)!;
      const isBlock = level === -1 || text[level] === '{';
      for (let position = at; position < end; position++) {
        if (/[,;]/.test(text[position]!)) return position;
        if (text[position] === '\n' && position > first && isBlock && endsStatement(text, position)) return position;
        position = closers.get(position) ?? position;
      }
      return end;
    },
  };
}

/**
 * A line goes on where it ends with an operator or a comma, or where the next one begins with one.
 */
function endsStatement(text: string, newline: number): boolean {
  const before =
    text
      .slice(Math.max(0, newline - 80), newline)
      .trimEnd()
      .at(-1) ?? '';
  return !/[,([{=&|<:+*?]/.test(before) && !/^\s*(?:[.&|?:=)]|\{)/.test(text.slice(newline + 1, newline + 120));
}
