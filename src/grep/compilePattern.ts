/**
 * It makes a pattern ready to search lines with, and decides what a hit is. RE2 (re2js) matches in
 * time linear in the line; ripgrep gets a form that may match more and never less, since it only
 * says which files are worth reading.
 */

import type { RE2JS } from 're2js';
import { CoraError, ifRefused } from '../base/errors.ts';
import type { TextSpan } from '../base/renderText.ts';
import { LEAST_MARKED, MARK, STAR } from '../secrets/redact.ts';
import {
  badPattern,
  CLASSES,
  type CodeRange,
  type PatternToken,
  parsePattern,
  type SetItem,
  wholeWord,
} from './parsePattern.ts';

export interface PatternOptions {
  /** True to match secrets as they are. */
  unredacted?: boolean;
  fixed: boolean;
  word: boolean;
  ignoreCase: boolean;
}

export interface CompiledPattern {
  /**
   * For original bytes, in ripgrep's syntax: it may match more lines than those whose redacted text
   * matches, never fewer.
   */
  ripgrep: string;
  /** True for every line of an original text whose redacted form matches, and for some others. */
  mayMatch(line: string): boolean;
  /** @param line without its line ending, in UTF-16 code units
   *  @returns up to `limit` matches from left to right; [] for none */
  matchesIn(line: string, limit: number): TextSpan[];
}

/** The most instructions of a compiled program: each costs time for each character that is read. */
const MAX_PROGRAM = 5000;
const MAX_LENGTH = 10_000;

/** Compiles a pattern for RE2 and for ripgrep. @throws CoraError BAD_PATTERN */
export async function compilePattern(pattern: string, options: PatternOptions): Promise<CompiledPattern> {
  const empty = 'The pattern is empty: every line would match.';
  if (pattern === '') throw new CoraError('BAD_PATTERN', empty, { hint: 'Say what to search for.' });
  if (pattern.length > MAX_LENGTH)
    throw badPattern(pattern, null, `it is longer than ${MAX_LENGTH} characters`, 'search for a part of it');
  const parsed = options.fixed ? literals(pattern) : parsePattern(pattern);
  const tokens = options.word ? wholeWord(parsed) : parsed;
  const printed = printPattern(tokens, 're2', options.ignoreCase);
  const program = await compile(pattern, printed);
  const widened = (optional: boolean) =>
    options.unredacted ? tokens : widenPattern(tokens, options.ignoreCase, optional);
  const wide = printPattern(widened(true), 're2', options.ignoreCase);
  // The wide form may be too large where the pattern nearly is.
  const mayMatch = wide === printed ? program : await compile(pattern, wide).catch(ifRefused(null));
  const group = options.word ? 1 : 0;
  return {
    ripgrep: printPattern(widened(false), 'ripgrep', options.ignoreCase),
    mayMatch: (line) => mayMatch?.test(line) ?? true,
    matchesIn: (line, limit) => (program.test(line) ? spansOf(program, line, group, limit) : []),
  };
}

function literals(pattern: string): PatternToken[] {
  const at = Array.from(pattern).indexOf('\n');
  if (at !== -1)
    throw badPattern(pattern, at, 'a text is searched for one line at a time', 'search for one of its lines');
  return Array.from(pattern, (char): PatternToken => ({ type: 'literal', code: char.codePointAt(0)! }));
}

async function compile(pattern: string, printed: string): Promise<RE2JS> {
  const { RE2JS, RE2JSException } = await import('re2js');
  try {
    const program = RE2JS.compile(printed);
    const size = program.programSize();
    if (size > MAX_PROGRAM)
      throw badPattern(pattern, null, `it is too large (${size} steps, at most ${MAX_PROGRAM})`, 'repeat less');
    return program;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw badPattern(pattern, null, reasonOf(error.message), 'change that part');
  }
}

/** RE2 itself alone can tell unknown properties, and repetitions that multiply to too many. */
function reasonOf(message: string): string {
  const property = /\\[pP]\{[A-Za-z_]+\}/.exec(message)?.[0];
  if (property !== undefined) return `${property} is not a known property of characters`;
  return /repeat|large/.test(message) ? 'its repetitions multiply to more than 1000' : message;
}

function spansOf(program: RE2JS, line: string, group: number, limit: number): TextSpan[] {
  const spans: TextSpan[] = [];
  const matcher = program.matcher(line);
  let from = 0;
  while (spans.length < limit && from <= line.length && matcher.find(from)) {
    const span = { start: matcher.start(group), end: matcher.end(group) };
    spans.push(span);
    // The character behind a word may also be the one before the next: continue at the word's end,
    // not at the match's.
    from = span.end > span.start ? span.end : span.end + 1;
  }
  return spans;
}

// Writes a parsed pattern down for an engine. For RE2 it means exactly what it says: RE2 decides
// what a hit is. For ripgrep it may match more but never less, since ripgrep only says which files
// are worth reading:
//
//   - bytes that are not UTF-8 are U+FFFD to RE2 and no character at all to ripgrep, so whatever
//     may match U+FFFD also takes up to four bytes of any kind beyond ASCII (which makes other
//     versions of Unicode harmless, too);
//   - RE2 sees lines without their line ending and without a byte-order mark, ripgrep with them.

type Engine = 're2' | 'ripgrep';

const REPLACEMENT = 0xfffd;
const INVALID_BYTES = '(?-u:[\\x80-\\xff]){1,4}';

const ANCHOR = {
  re2: { start: '\\A', end: '\\z', word: '\\b', notWord: '\\B' },
  ripgrep: { start: '(?:^|^\\x{feff})', end: '(?:$|\\r$)', word: '(?-u:\\b)', notWord: '(?-u:\\B)' },
} as const;

export function printPattern(tokens: readonly PatternToken[], engine: Engine, ignoreCase: boolean): string {
  // Behind the \r that ends a line for ripgrep alone, a \b would say something else: it is left out
  // there, which matches more.
  const anchored = engine === 'ripgrep' && tokens.some((token) => token.type === 'assert' && token.at === 'end');
  const kept = anchored ? tokens.filter((token) => !(token.type === 'assert' && /word/i.test(token.at))) : tokens;
  return (ignoreCase ? '(?i)' : '') + kept.map((token) => printToken(token, engine)).join('');
}

function printToken(token: PatternToken, engine: Engine): string {
  switch (token.type) {
    case 'literal':
      return withInvalid(printCode(token.code), token.code === REPLACEMENT, engine);
    case 'any':
      return withInvalid('[^\\n]', true, engine);
    case 'set':
      return withInvalid(
        `[${token.negated ? '^' : ''}${token.items.map((item) => printItem(item, engine)).join('')}]`,
        mayHoldReplacement(token.negated, token.items),
        engine,
      );
    case 'assert':
      return ANCHOR[engine][token.at];
    case 'open':
      return token.capture ? '(' : token.ignoreCase === undefined ? '(?:' : token.ignoreCase ? '(?i:' : '(?-i:';
    case 'flag':
      return token.ignoreCase === undefined ? '' : token.ignoreCase ? '(?i)' : '(?-i)';
    case 'close':
      return ')';
    case 'or':
      return '|';
    case 'repeat':
      return printRepeat(token.min, token.max) + (token.lazy ? '?' : '');
  }
}

function withInvalid(printed: string, holdsReplacement: boolean, engine: Engine): string {
  return holdsReplacement && engine === 'ripgrep' ? `(?:${printed}|${INVALID_BYTES})` : printed;
}

/** True if the set may match U+FFFD; a property is taken to. */
function mayHoldReplacement(negated: boolean, items: readonly SetItem[]): boolean {
  if (negated) return true;
  return items.some((item) => ('from' in item ? isIn(item, REPLACEMENT) : 'property' in item || item.negated));
}

function printItem(item: SetItem, engine: Engine): string {
  if ('from' in item)
    return item.from === item.to ? printCode(item.from) : `${printCode(item.from)}-${printCode(item.to)}`;
  if ('property' in item) return `\\${item.negated ? 'P' : 'p'}{${item.property}}`;
  // ripgrep's own \w is Unicode's. Written as ranges, \W would hold the Kelvin sign and so,
  // ignoring case, k: hence the set in the set.
  if (engine === 'ripgrep') {
    const ranges = CLASSES[item.className]!.map((range) => printItem(range, engine)).join('');
    return item.negated ? `[^${ranges}]` : ranges;
  }
  if (item.className.length > 1) return `[:${item.negated ? '^' : ''}${item.className}:]`;
  return `\\${item.negated ? item.className.toUpperCase() : item.className}`;
}

function printRepeat(min: number, max: number | null): string {
  if (max === null) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`;
  return min === 0 && max === 1 ? '?' : min === max ? `{${min}}` : `{${min},${max}}`;
}

/**
 * Writes letters and digits as they are, and all other characters by number, so that none is an
 * operator.
 */
function printCode(code: number): string {
  const char = String.fromCodePoint(code);
  return /[A-Za-z0-9]/.test(char) ? char : `\\x{${code.toString(16)}}`;
}

const MASK_CODES = [...new Set(MARK + STAR)].map((char) => char.codePointAt(0)!);

/**
 * Files are chosen by their original bytes, and hits are those of the redacted text: so each part
 * of a pattern that may match a mask (`REDACTED****`) is made to match any character. Most patterns
 * have no such part and stay as they are.
 * @param optional also where a part matches nothing: of one character of a decoded text several
 * bytes may be masked
 * @returns tokens that match, in the original of a text, wherever `tokens` match in the redacted
 * text
 */
function widenPattern(tokens: readonly PatternToken[], ignoreCase: boolean, optional: boolean): PatternToken[] {
  const anyCase = ignoreCase || tokens.some((token) => 'ignoreCase' in token && token.ignoreCase === true);
  const widened = new Set<PatternToken>();
  for (const run of literalRuns(tokens)) for (const token of maskableIn(run, anyCase)) widened.add(token);
  for (const token of tokens) if (token.type === 'any' || isMaskableSet(token, anyCase)) widened.add(token);
  const isWide = (token?: PatternToken): boolean => token !== undefined && widened.has(token);
  return withoutEnds(tokens, isWide).flatMap((token): PatternToken[] => {
    // Beside a mask there may be the end of a word where the secret has none.
    if (token.type === 'assert' && (token.at === 'word' || token.at === 'notWord')) return NOTHING;
    if (!isWide(token)) return [token];
    return optional ? MAYBE_ANY : [{ type: 'any' }];
  });
}

/**
 * Removes tokens for any character from both ends of each alternative: they say nothing, and cost
 * time.
 */
function withoutEnds(tokens: readonly PatternToken[], isWide: (token?: PatternToken) => boolean): PatternToken[] {
  const kept: PatternToken[] = [];
  let depth = 0;
  let start = 0;
  const end = (at: number): void => {
    let [from, to] = [start, at];
    while (from < to && isWide(tokens[from])) from += tokens[from + 1]?.type === 'repeat' ? 2 : 1;
    for (;;) {
      const last = tokens[to - 1]?.type === 'repeat' ? to - 2 : to - 1;
      if (last < from || !isWide(tokens[last])) break;
      to = last;
    }
    kept.push(...tokens.slice(from, to));
  };
  for (const [at, { type }] of tokens.entries()) {
    if (type === 'open') depth += 1;
    if (type === 'close') depth -= 1;
    if (type !== 'or' || depth > 0) continue;
    end(at);
    kept.push(tokens[at]!);
    start = at + 1;
  }
  end(tokens.length);
  return kept;
}

const OPEN: PatternToken = { type: 'open', capture: false };
const NOTHING: PatternToken[] = [OPEN, { type: 'close' }];
const MAYBE: PatternToken = { type: 'repeat', min: 0, max: 1, lazy: false };
const MAYBE_ANY: PatternToken[] = [OPEN, { type: 'any' }, MAYBE, { type: 'close' }];

type Literal = Extract<PatternToken, { type: 'literal' }>;

/** Returns runs of literals. One that is repeated is a run of its own. */
function literalRuns(tokens: readonly PatternToken[]): Literal[][] {
  const runs: Literal[][] = [];
  let run: Literal[] = [];
  const end = (): void => {
    if (run.length > 0) runs.push(run);
    run = [];
  };
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'literal') {
      end();
      continue;
    }
    const isRepeated = tokens[at + 1]?.type === 'repeat';
    if (isRepeated) end();
    run.push(token);
    if (isRepeated) end();
  }
  end();
  return runs;
}

/** States of how far a mask has come: OUTSIDE of one, so many letters of MARK, or in its STARS. */
const OUTSIDE = 0;
const STARS = MARK.length + 1;
const STATES = Array.from({ length: STARS + 1 }, (_, state) => state);

const mayEnd = (state: number): boolean => state === OUTSIDE || state >= LEAST_MARKED;

/** @returns the states behind a character of a mask; a mask may follow another at once */
function insideAfter(state: number, char: string): number[] {
  const next: number[] = [];
  if (char === STAR && state >= MARK.length) next.push(STARS);
  if (state > OUTSIDE && state < MARK.length && char === MARK[state]) next.push(state + 1);
  if (mayEnd(state) && char === MARK[0]) next.push(1);
  if (mayEnd(state) && char === STAR) next.push(STARS);
  return next;
}

/** The characters of a run that belong to a mask in some text, wherever that begins and ends. */
function maskableIn(run: readonly Literal[], anyCase: boolean): Literal[] {
  const letters = run.map(({ code }) => String.fromCodePoint(code));
  const chars = anyCase ? letters.map((letter) => letter.toUpperCase()) : letters;
  const stepsFrom = (state: number, at: number): { next: number; inside: boolean }[] => [
    ...insideAfter(state, chars[at]!).map((next) => ({ next, inside: true })),
    ...(mayEnd(state) ? [{ next: OUTSIDE, inside: false }] : []),
  ];
  // Filled from the end: the states from which the rest of the run can be read.
  const reachable: Set<number>[] = [new Set(STATES)];
  for (let at = run.length - 1; at > 0; at--) {
    const leads = (state: number): boolean => stepsFrom(state, at).some(({ next }) => reachable[0]!.has(next));
    reachable.unshift(new Set(STATES.filter(leads)));
  }
  let states = new Set(STATES);
  return run.filter(({ code }, at) => {
    const steps = [...states].flatMap((state) => stepsFrom(state, at)).filter(({ next }) => reachable[at]!.has(next));
    states = new Set(steps.map(({ next }) => next));
    return code === REPLACEMENT || steps.some(({ inside }) => inside);
  });
}

function isMaskableSet(token: PatternToken, anyCase: boolean): boolean {
  if (token.type !== 'set') return false;
  const codes = anyCase ? [...MASK_CODES, ...MASK_CODES.map((code) => code | 0x20)] : MASK_CODES;
  return codes.some((code) => token.items.some((item) => holds(item, code)) !== token.negated) || token.negated;
}

/** A property is taken to hold every character. */
function holds(item: SetItem, code: number): boolean {
  if ('property' in item) return true;
  if ('from' in item) return isIn(item, code);
  return CLASSES[item.className]!.some((range) => isIn(range, code)) !== item.negated;
}

function isIn({ from, to }: CodeRange, code: number): boolean {
  return code >= from && code <= to;
}
