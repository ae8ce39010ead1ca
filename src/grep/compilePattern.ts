/**
 * A pattern, ready to search lines with: the one place that decides what a hit is, for every engine. RE2 (re2js) matches
 * in time linear in the line, so `(a+)+$` is as harmless as any other pattern.
 */

import type { RE2JS } from 're2js';
import { CoraError, isCoraError } from '../base/errors.ts';
import { badPattern } from './badPattern.ts';
import { parsePattern } from './parsePattern.ts';
import { type Token, wholeWord } from './patternTokens.ts';
import { printPattern } from './printPattern.ts';
import { widenPattern } from './widenPattern.ts';

export interface PatternOptions {
  /** Secrets are matched as they are. */
  unredacted?: boolean;
  fixed: boolean;
  word: boolean;
  ignoreCase: boolean;
}

/** Where a match stands in its line: UTF-16 code units, half-open. */
export interface Span {
  start: number;
  end: number;
}

export interface CompiledPattern {
  /** For original bytes, in ripgrep's syntax: it may match more lines than those whose redacted text matches, never fewer. */
  ripgrep: string;
  /** True for every line of an original text whose redacted form matches, and for some others. */
  mayMatch(line: string): boolean;
  /** @param line without its line ending
   *  @returns up to `limit` matches from left to right; [] for none */
  matchesIn(line: string, limit: number): Span[];
}

/** In instructions of the compiled program; each costs time for each character that is read. */
const MAX_PROGRAM = 5000;
const MAX_LENGTH = 10_000;

/** @throws CoraError BAD_PATTERN */
export async function compilePattern(pattern: string, options: PatternOptions): Promise<CompiledPattern> {
  if (pattern === '')
    throw new CoraError('BAD_PATTERN', 'The pattern is empty: every line would match.', {
      hint: 'Say what to search for.',
    });
  if (pattern.length > MAX_LENGTH)
    throw badPattern(pattern, null, `it is longer than ${MAX_LENGTH} characters`, 'search for a part of it');
  const parsed = options.fixed ? literals(pattern) : parsePattern(pattern);
  const tokens = options.word ? wholeWord(parsed) : parsed;
  const printed = printPattern(tokens, 're2', options.ignoreCase);
  const program = await compile(pattern, printed);
  const widened = (optional: boolean) =>
    options.unredacted ? tokens : widenPattern(tokens, options.ignoreCase, optional);
  const wide = printPattern(widened(true), 're2', options.ignoreCase);
  const mayMatch = wide === printed ? program : await compile(pattern, wide).catch(unlessTooLarge);
  const group = options.word ? 1 : 0;
  return {
    ripgrep: printPattern(widened(false), 'ripgrep', options.ignoreCase),
    mayMatch: (line) => mayMatch?.test(line) ?? true,
    matchesIn: (line, limit) => (program.test(line) ? spansOf(program, line, group, limit) : []),
  };
}

function literals(pattern: string): Token[] {
  const at = Array.from(pattern).indexOf('\n');
  if (at !== -1)
    throw badPattern(pattern, at, 'a text is searched for one line at a time', 'search for one of its lines');
  return Array.from(pattern, (char): Token => ({ type: 'literal', code: char.codePointAt(0)! }));
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

/** The wide form of a pattern that is nearly too large. */
function unlessTooLarge(error: unknown): null {
  if (isCoraError(error)) return null;
  throw error;
}

/** What only RE2 itself can tell: unknown properties, and repetitions that multiply to too many. */
function reasonOf(message: string): string {
  const property = /\\[pP]\{[A-Za-z_]+\}/.exec(message)?.[0];
  if (property !== undefined) return `${property} is not a known property of characters`;
  return message.includes('repeat') || message.includes('large')
    ? 'its repetitions multiply to more than 1000'
    : message;
}

function spansOf(program: RE2JS, line: string, group: number, limit: number): Span[] {
  const spans: Span[] = [];
  const matcher = program.matcher(line);
  let from = 0;
  while (spans.length < limit && from <= line.length && matcher.find(from)) {
    const span = { start: matcher.start(group), end: matcher.end(group) };
    spans.push(span);
    // The character behind a word may also be the one before the next: continue at the word's end, not at the match's.
    from = span.end > span.start ? span.end : span.end + 1;
  }
  return spans;
}
