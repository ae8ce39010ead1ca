/**
 * Ranges in a text: it pairs brackets, where one that is never closed is ignored, and finds the
 * innermost ranges around a place. It also reads the calls in the arguments of macros.
 */

import { countWhile, getOrMake, groupBy } from '../base/lists.ts';
import type { LineRange } from '../base/searchTypes.ts';
import type { ChunkRow, Reference } from '../base/types.ts';
import { languageNamed } from '../languages/languages.ts';

export interface Range {
  from: number;
  to: number;
}

export interface Brackets {
  /** Returns the innermost braces around an offset, null at the top of the file. */
  blockOf(at: number): Range | null;
  /** Returns the innermost `(` around, if no brace is between. */
  parenOf(at: number): number | null;
  /** Returns the innermost bracket around, -1 at the top of the file. */
  openerOf(at: number): number;
  closerOf(opener: number): number;
  kindOf(opener: number): string;
  /**
   * Returns the text to the left from the beginning of the statement, without the content of other
   * brackets.
   */
  leftOf(at: number): string;
  /**
   * Returns the text before the offset in its statement, without the content of brackets other than
   * braces.
   */
  headBefore(at: number): string;
  /**
   * Returns the first braces after the offset at the same level, if they belong to the same
   * statement.
   */
  nextBlock(at: number, beyondSemicolons?: boolean): Range | null;
  /**
   * Returns the end of an expression. If it begins with a brace that is the closing one, otherwise
   * a comma, the statement's end or the closing bracket around.
   */
  expressionEnd(at: number): number;
}

const OPENS = '([{';
const CLOSES: Readonly<Record<string, string>> = { '}': '{', ')': '(', ']': '[' };
/** At most so many characters of a statement are read to the left. */
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
 * Pairs of brackets as numbers in typed arrays, because a file may have tens of thousands, and they
 * are kept. Opening and closing brackets are listed by offset, ascending.
 */
interface Pairs {
  opens: Int32Array;
  /** For each opening bracket, the offset where it is closed; -1 for never. */
  ends: Int32Array;
  closes: Int32Array;
  /** For each closing bracket, the index of its opening one. */
  closed: Int32Array;
  /**
   * For each opening bracket, the index of the closed pair around it, -1 at the top of the file.
   */
  parents: Int32Array;
}

function pairs(text: string): Pairs {
  const opens: number[] = [];
  const ends: number[] = [];
  const closes: number[] = [];
  const closed: number[] = [];
  const open: number[] = [];
  // Used with `test`: a match would be an object for each bracket.
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
    // A closing brace also ends all brackets that are open inside of it. No other bracket ends a
    // brace.
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

/** @param places ascending; @returns the index of a place in them, -1 if it is not there */
function indexIn(places: Int32Array, place: number): number {
  const found = countWhile(places.length, (index) => places[index]! < place);
  return places[found] === place ? found : -1;
}

/**
 * True unless the statement continues on the next line: the line ends with an operator or a comma,
 * or the next one begins with an operator.
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
 * @param ranges may overlap; of two with the same length the later one counts
 * @returns a function that finds the smallest range around an offset, null if there is none
 */
export function innermostRange<R extends Range>(ranges: readonly R[]): (offset: number) => R | null {
  if (ranges.length === 0) return () => null;
  const edges = Float64Array.from(new Set(ranges.flatMap(({ from, to }) => [from, to + 1]))).sort();
  const owners: (R | null)[] = new Array(edges.length).fill(null);
  // For each stretch between two edges: its own index while no range owns it, otherwise a later one
  // to look at.
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

// Finds the ranges of lines around a line among many ranges, without looking at each.

export class LineSpans<T extends LineRange> {
  readonly #spans: readonly T[];
  /** A binary tree of last lines. Each node has the larger one of its two children. */
  readonly #ends: Int32Array;
  readonly #known = new Map<number, readonly T[]>();

  /** @param spans sorted by first line */
  constructor(spans: readonly T[]) {
    this.#spans = spans;
    const width = 2 ** Math.ceil(Math.log2(Math.max(1, spans.length)));
    this.#ends = new Int32Array(2 * width).fill(-1);
    for (const [at, { endLine }] of spans.entries()) this.#ends[width + at] = endLine;
    for (let knot = width - 1; knot > 0; knot--)
      this.#ends[knot] = Math.max(this.#ends[2 * knot]!, this.#ends[2 * knot + 1]!);
  }

  /** Returns the spans that hold the line, in their order. */
  around(line: number): readonly T[] {
    return getOrMake(this.#known, line, () => {
      const found: T[] = [];
      for (let at = this.#next(0, line); at !== -1; at = this.#next(at + 1, line)) found.push(this.#spans[at]!);
      return found;
    });
  }

  first(line: number): T | undefined {
    return this.#spans[this.#next(0, line)];
  }

  last(line: number): T | undefined {
    const started = countWhile(this.#spans.length, (at) => this.#spans[at]!.startLine <= line);
    let knot = (this.#ends.length >> 1) + started - 1;
    if (knot < this.#ends.length >> 1) return undefined;
    // Goes up until a tree to the left ends late enough, then down in it as far to the right as
    // possible.
    while (this.#ends[knot]! < line) {
      while (knot > 1 && knot % 2 === 0) knot >>= 1;
      if (knot === 1) return undefined;
      knot -= 1;
    }
    while (2 * knot < this.#ends.length) knot = this.#ends[2 * knot + 1]! >= line ? 2 * knot + 1 : 2 * knot;
    return this.#spans[knot - (this.#ends.length >> 1)];
  }

  /**
   * Returns the index of the first span, from a place on, that holds the line; -1 if there is none.
   */
  #next(from: number, line: number): number {
    const width = this.#ends.length >> 1;
    if (from >= this.#spans.length) return -1;
    let knot = width + from;
    while (this.#ends[knot]! < line) {
      while (knot % 2 === 1) {
        if (knot === 1) return -1;
        knot >>= 1;
      }
      knot += 1;
    }
    while (knot < width) knot = this.#ends[2 * knot]! >= line ? 2 * knot : 2 * knot + 1;
    const at = knot - width;
    return this.#spans[at]!.startLine <= line ? at : -1;
  }
}

/** Returns the spans of each key. */
export function spansBy<T extends LineRange, K>(list: readonly T[], keyOf: (span: T) => K): Map<K, LineSpans<T>> {
  const spans = (own: T[]): LineSpans<T> => new LineSpans(own.sort((a, b) => a.startLine - b.startLine));
  return new Map([...groupBy(list, keyOf)].map(([key, own]) => [key, spans(own)]));
}

const known = new WeakMap<readonly LineRange[], LineSpans<LineRange>>();

/** The spans of a list that nobody changes, computed once. */
export function spansOf<T extends LineRange>(list: readonly T[]): LineSpans<T> {
  return getOrMake(known, list, () => new LineSpans<LineRange>(list)) as LineSpans<T>;
}

// Finds calls in the arguments of macros. The grammar leaves these as tokens, so no row lists the
// calls.

/** Matches words that may stand before a bracket and call nothing. */
const KEYWORD = /^(?:as|else|fn|for|if|in|let|loop|match|move|return|unsafe|while)$/;
const CALL = /\b([A-Za-z_]\w*)(?:::<[^<>()]{0,100}>)?\(/g;
/** The number of characters before a call that are read to find its receiver. */
const LEFT_OF_CALL = 300;

/**
 * @param rows of one file, by line
 * @param text the file's code, without comments and strings
 * @param starts the offset of each line in it
 * @returns the rows, with added references to the calls in arguments of macros
 */
export function withMacroCalls<R extends Pick<ChunkRow, 'startLine' | 'endLine' | 'references'>>(
  rows: readonly R[],
  text: string,
  starts: readonly number[],
  language: string,
): R[] {
  const opens = languageNamed(language).macroArguments;
  const calls = opens === undefined ? [] : callsIn(text, opens);
  if (calls.length === 0) return [...rows];
  return rows.map((row) => {
    const [from, to] = [starts[row.startLine - 1] ?? 0, starts[row.endLine] ?? text.length];
    const found = new Map(row.references.map((reference) => [keyOf(reference), reference]));
    for (const { at, reference } of calls)
      if (at >= from && at < to && !found.has(keyOf(reference))) found.set(keyOf(reference), reference);
    return found.size === row.references.length ? row : { ...row, references: [...found.values()] };
  });
}

function keyOf({ name, kind, from = '' }: Reference): string {
  return [kind, from, name].join('\0');
}

function callsIn(text: string, opens: RegExp): { at: number; reference: Reference }[] {
  const found: { at: number; reference: Reference }[] = [];
  const pairs = brackets(text);
  let read = 0;
  for (const macro of text.matchAll(opens)) {
    const from = macro.index + macro[0].length;
    const to = pairs.closerOf(from - 1);
    // A macro inside of another macro's arguments was read together with them.
    if (from < read || to === -1) continue;
    read = to;
    for (const call of text.slice(from, to).matchAll(CALL)) {
      const name = call[1]!;
      const at = from + call.index;
      const left = text.slice(Math.max(from, at - LEFT_OF_CALL), at);
      const receiver = /(?<!\w)(\w+(?:::\w+)*)::$|(?<!\w)(\w+(?:\.\w+)*)\.$/.exec(left);
      // The receiver is the result of another call, which is not known.
      if (KEYWORD.test(name) || (receiver === null && /[.:]$/.test(left))) continue;
      const module = receiver?.[1] ?? receiver?.[2];
      found.push({ at, reference: { name, kind: 'call', ...(module === undefined ? {} : { from: module }) } });
    }
  }
  return found;
}
