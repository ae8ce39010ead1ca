/**
 * How many tokens of a language model a text is, without a tokenizer: counted from what byte-pair encodings make tokens of.
 * Weights are fitted to o200k_base on 6,240 windows of 40 lines in 26 languages and rounded up, so that a budget is rarely
 * overrun; docs/retrieval.md has the errors. Pure.
 */

/** Of a run of letters, split at changes of case: a common word is one token, a long one may be two. */
const WORD = 1;
const LETTER_BEYOND_SIX = 0.05;
const CAPITAL_BEYOND_TWO = 0.1;
/** Digits come in groups of three. */
const DIGITS = 1.5;
const UNDERSCORES = 0.5;
/** A run such as `});` is one token or two. */
const PUNCTUATION = 0.8;
const FURTHER_PUNCTUATION = 0.2;
/** A single space belongs to what follows; a wider one is a token, and a line's end often part of one. */
const INDENTATION = 1.1;
const LINE_ENDS = 0.4;
/** Of a character by its bytes in UTF-8: accents and Cyrillic have two, Chinese has three. */
const TWO_BYTES = 0.5;
const THREE_BYTES = 0.9;

/** @returns a whole number: 0 for an empty text */
export function estimateTokens(text: string): number {
  let total = 0;
  for (let at = 0; at < text.length; ) {
    const kind = kindOf(text.charCodeAt(at));
    let end = at + 1;
    while (end < text.length && kindOf(text.charCodeAt(end)) === kind) end += 1;
    total += COUNT[kind](text, at, end);
    at = end;
  }
  return Math.ceil(total);
}

const COUNT: Record<Kind, (text: string, from: number, to: number) => number> = {
  letter: countLetters,
  digit: (_, from, to) => DIGITS * Math.ceil((to - from) / 3),
  underscore: () => UNDERSCORES,
  space: (text, from, to) => (to - from > 1 || text.charCodeAt(from) !== SPACE ? INDENTATION : 0),
  lineEnd: () => LINE_ENDS,
  punctuation: (_, from, to) => PUNCTUATION + FURTHER_PUNCTUATION * (to - from - 1),
  beyondAscii: countBeyondAscii,
};

type Kind = 'letter' | 'digit' | 'underscore' | 'space' | 'lineEnd' | 'punctuation' | 'beyondAscii';

const SPACE = 32;

const ASCII_KINDS: readonly Kind[] = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z]/.test(character)) return 'letter';
  if (/\d/.test(character)) return 'digit';
  if (character === '_') return 'underscore';
  if (/[\n\r]/.test(character)) return 'lineEnd';
  return /\s/.test(character) ? 'space' : 'punctuation';
});

function kindOf(code: number): Kind {
  return ASCII_KINDS[code] ?? 'beyondAscii';
}

/** `HTTPServerName` → HTTP, Server, Name. */
function countLetters(text: string, from: number, to: number): number {
  let total = 0;
  let start = from;
  for (let at = from + 1; at <= to; at++) {
    if (at < to && !beginsPart(text, at, to)) continue;
    const length = at - start;
    const isCapitals = length > 1 && isCapital(text, start + 1);
    total += WORD + (isCapitals ? CAPITAL_BEYOND_TWO * (length - 2) : LETTER_BEYOND_SIX * Math.max(0, length - 6));
    start = at;
  }
  return total;
}

function beginsPart(text: string, at: number, to: number): boolean {
  return isCapital(text, at) && (!isCapital(text, at - 1) || (at + 1 < to && !isCapital(text, at + 1)));
}

function isCapital(text: string, at: number): boolean {
  return text.charCodeAt(at) < 91;
}

function countBeyondAscii(text: string, from: number, to: number): number {
  let total = 0;
  for (let at = from; at < to; at++) total += text.charCodeAt(at) < 0x800 ? TWO_BYTES : THREE_BYTES;
  return total;
}
