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

const OPENS = '([{';
const CLOSES: Readonly<Record<string, string>> = { '}': '{', ')': '(', ']': '[' };
/** The number of characters to the left that are read of a statement. */
const FAR = 2000;

export function brackets(text: string): Brackets {
  const { opens, ends, closes, closed, parents } = pairs(text);
  const closerAt = (at: number): number | undefined => {
    const found = OPENS.includes(text[at]!) ? indexIn(opens, at) : -1;
    return found === -1 || ends[found] === -1 ? undefined : ends[found];
  };
  const openerAt = (at: number): number | undefined => {
    const found = CLOSES[text[at]!] === undefined ? -1 : indexIn(closes, at);
    return found === -1 ? undefined : opens[closed[found]!];
  };
  const indexAround = (at: number): number => {
    const opened = countWhile(opens.length, (index) => opens[index]! < at) - 1;
    const shut = countWhile(closes.length, (index) => closes[index]! < at) - 1;
    // If the last bracket before the offset closes a pair, the same bracket is around both.
    if (shut !== -1 && closes[shut]! > opens[opened]!) return parents[closed[shut]!]!;
    return opened === -1 || ends[opened] !== -1 ? opened : parents[opened]!;
  };
  const openerOf = (at: number): number => opens[indexAround(at)] ?? -1;
  const leftOf = (at: number): string => {
    const start = openerOf(at);
    let out = '';
    const isBlock = start === -1 || text[start] === '{';
    for (let position = at - 1; position > start && position > at - FAR; position--) {
      const character = text[position]!;
      const opener = openerAt(position);
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
    const end = level === -1 ? text.length : closerAt(level)!;
    for (let position = closerAt(at) ?? at; position < end; position++) {
      if (text[position] === ';' && !beyondSemicolons) return null;
      const close = closerAt(position);
      if (close === undefined) continue;
      if (text[position] === '{') return { from: position, to: close };
      position = close;
    }
    return null;
  };
  return {
    openerOf,
    closerOf: (opener) => closerAt(opener) ?? opener,
    kindOf: (opener) => text[opener] ?? '',
    blockOf: (at) => {
      let found = indexAround(at);
      while (found !== -1 && text[opens[found]!] !== '{') found = parents[found]!;
      return found === -1 ? null : { from: opens[found]!, to: ends[found]! };
    },
    parenOf: (at) => {
      let found = indexAround(at);
      while (found !== -1 && text[opens[found]!] === '[') found = parents[found]!;
      return found !== -1 && text[opens[found]!] === '(' ? opens[found]! : null;
    },
    leftOf,
    headBefore,
    nextBlock,
    expressionEnd: (at) => {
      const level = openerOf(at);
      const end = level === -1 ? text.length : closerAt(level)!;
      const first = at + /^\s*/.exec(text.slice(at, at + 500))![0].length;
      const own = text[first] === '{' ? closerAt(first) : undefined;
      if (own !== undefined) return own;
      const isBlock = level === -1 || text[level] === '{';
      for (let position = at; position < end; position++) {
        if (/[,;]/.test(text[position]!)) return position;
        if (text[position] === '\n' && position > first && isBlock && endsStatement(text, position)) return position;
        position = closerAt(position) ?? position;
      }
      return end;
    },
  };
}

/**
 * Numbers in typed arrays, because a file has tens of thousands of brackets, and is kept: what
 * opens and what closes, ascending.
 */
interface Pairs {
  opens: Int32Array;
  /** By what opens: where it is closed, -1 for never. */
  ends: Int32Array;
  closes: Int32Array;
  /** By what closes: the index of its opener. */
  closed: Int32Array;
  /** By what opens: the index of the closed bracket around, -1 at the top of the file. */
  parents: Int32Array;
}

function pairs(text: string): Pairs {
  const opens: number[] = [];
  const ends: number[] = [];
  const closes: number[] = [];
  const closed: number[] = [];
  const open: number[] = [];
  // Tested, since a match is an object for each bracket.
  const bracket = /[{}()[\]]/g;
  while (bracket.test(text)) {
    const index = bracket.lastIndex - 1;
    const character = text[index]!;
    const opener = CLOSES[character];
    if (opener === undefined) {
      open.push(opens.length);
      opens.push(index);
      ends.push(-1);
      continue;
    }
    let top = open.length - 1;
    // A closing brace also ends the brackets that are still open inside of it. No other bracket
    // ends a brace.
    for (; top >= 0; top--) {
      const other = text[opens[open[top]!]!];
      if (other === opener || (other === '{' && character !== '}')) break;
    }
    if (top < 0 || text[opens[open[top]!]!] !== opener) continue;
    ends[open[top]!] = index;
    closes.push(index);
    closed.push(open[top]!);
    open.length = top;
  }
  const parents = new Int32Array(opens.length);
  let around = -1;
  for (let at = 0; at < opens.length; at++) {
    while (around !== -1 && ends[around]! < opens[at]!) around = parents[around]!;
    parents[at] = around;
    if (ends[at] !== -1) around = at;
  }
  return {
    ...{ opens: Int32Array.from(opens), ends: Int32Array.from(ends), parents },
    ...{ closes: Int32Array.from(closes), closed: Int32Array.from(closed) },
  };
}

/** @param places ascending; @returns -1 for what is none of them */
function indexIn(places: Int32Array, place: number): number {
  const found = countWhile(places.length, (index) => places[index]! < place);
  return places[found] === place ? found : -1;
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

/**
 * @param ranges may cross each other; of two equally long ones the later counts
 * @returns what finds the smallest range that holds an offset, null where none does
 */
export function innermostRange<R extends Range>(ranges: readonly R[]): (offset: number) => R | null {
  if (ranges.length === 0) return () => null;
  const edges = Float64Array.from(new Set(ranges.flatMap(({ from, to }) => [from, to + 1]))).sort();
  const owners: (R | null)[] = new Array(edges.length).fill(null);
  // By stretch between two edges: itself while it has no owner, else a later one to look at.
  const free = Int32Array.from({ length: edges.length + 1 }, (_, at) => at);
  const firstFree = (from: number): number => {
    let at = from;
    while (free[at] !== at) {
      free[at] = free[free[at]!]!;
      at = free[at]!;
    }
    return at;
  };
  const smallestFirst = [...ranges].reverse().sort((a, b) => a.to - a.from - (b.to - b.from));
  for (const range of smallestFirst) {
    const first = countWhile(edges.length, (at) => edges[at]! < range.from);
    for (let at = firstFree(first); at < edges.length && edges[at]! <= range.to; at = firstFree(at)) {
      owners[at] = range;
      free[at] = at + 1;
    }
  }
  return (offset) => owners[countWhile(edges.length, (at) => edges[at]! <= offset) - 1] ?? null;
}
