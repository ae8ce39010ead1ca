/**
 * Estimates the tokens of a language model in a text, without a tokenizer, and how much fits into a
 * budget. The weights are fitted to o200k_base on 6,240 windows of 40 lines in 26 languages and
 * rounded up; docs/retrieval.md has the errors. Pure.
 */

/**
 * A run of letters is split at changes of case. A common word is one token, a long one may be two.
 */
const WORD = 1;
const LETTER_BEYOND_SIX = 0.05;
const CAPITAL_BEYOND_TWO = 0.1;
/** Digits form groups of three, and a space before them is a token of its own. */
const DIGITS = 1.1;
const SPACE_BEFORE_DIGITS = 0.8;
const UNDERSCORES = 0.5;
/** A run such as `});` is one or two tokens. */
const PUNCTUATION_RUN = 0.8;
const FURTHER_PUNCTUATION = 0.2;
/**
 * A single space belongs to the word behind it. A wider one is a token, which often includes the
 * line's end.
 */
const INDENTATION = 1.1;
const LINE_ENDS = 0.4;
/**
 * In JSON, line ends and tabs are two characters, which rarely join their neighbours in one token.
 */
const ESCAPES = 1.7;
const FURTHER_ESCAPE = 1;
/**
 * The weight of a character beyond ASCII, by the end of its block of Unicode. An accent splits a
 * word, and each alphabet has words of its own.
 */
const BLOCKS: readonly (readonly [end: number, weight: number])[] = [
  [0x0250, 1], // Latin
  [0x0400, 0.7], // Greek
  [0x0530, 0.36], // Cyrillic
  [0x0900, 0.45], // Armenian, Hebrew, Arabic
  [0x1e00, 0.6], // India, Thailand, Myanmar, Georgia
  [0x2000, 0.4], // Vietnamese
  [0x3040, 0.9], // punctuation, arrows, boxes
  [0x3100, 0.6], // Kana
  [0xac00, 0.9], // Chinese
  [0xd800, 0.7], // Hangul
  [0x10000, 0.9],
];

/** @returns a whole number: 0 for an empty text */
export function estimateTokens(text: string): number {
  let total = 0;
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(text, at);
    let end = at + 1;
    while (end < text.length && kindAt(text, end) === kind) end += 1;
    const length = end - at;
    if (kind === LETTER) total += countLetters(text, at, end);
    else if (kind === SPACES) total += length > 1 || text.charCodeAt(at) !== SPACE ? INDENTATION : 0;
    else if (kind === PUNCTUATION) total += PUNCTUATION_RUN + FURTHER_PUNCTUATION * (length - 1);
    else if (kind === LINE_END) total += LINE_ENDS;
    else if (kind === UNDERSCORE) total += UNDERSCORES;
    else if (kind === DIGIT) {
      const isApart = at > 0 && text.charCodeAt(at - 1) === SPACE;
      total += DIGITS * Math.ceil(length / 3) + (isApart ? SPACE_BEFORE_DIGITS : 0);
    } else if (kind === ESCAPE) total += ESCAPES + FURTHER_ESCAPE * (length / 2 - 1);
    else total += countBeyondAscii(text, at, end);
    at = end;
  }
  return Math.ceil(total);
}

// Kinds are numbers, and no function is called that returns fractions for many kinds: V8 would
// allocate an object for each, a third of all that a search allocates.
const [LETTER, DIGIT, UNDERSCORE, SPACES, LINE_END, ESCAPE, PUNCTUATION, BEYOND_ASCII] = [0, 1, 2, 3, 4, 5, 6, 7];

const SPACE = 32;
const BACKSLASH = 92;

const ASCII_KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z]/.test(character)) return LETTER;
  if (/\d/.test(character)) return DIGIT;
  if (character === '_') return UNDERSCORE;
  if (/[\n\r]/.test(character)) return LINE_END;
  return /\s/.test(character) ? SPACES : PUNCTUATION;
});

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= 128) return BEYOND_ASCII;
  if (code === BACKSLASH) return at + 1 < text.length && isEscaped(text.charCodeAt(at + 1)) ? ESCAPE : PUNCTUATION;
  if (isEscaped(code) && at > 0 && text.charCodeAt(at - 1) === BACKSLASH) return ESCAPE;
  return ASCII_KINDS[code]!;
}

/** `n`, `r`, `t` */
function isEscaped(code: number): boolean {
  return code === 110 || code === 114 || code === 116;
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
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    total += BLOCKS.find(([end]) => code < end)![1];
  }
  return total;
}

/**
 * Finds the largest count that fits, by halving.
 * @param fits must be true for every number below one for which it is true
 * @returns a whole number from `least` to `most`; `fits` is never asked about `least`
 */
export function mostThatFits(least: number, most: number, fits: (count: number) => boolean): number {
  let [low, high] = [least, most];
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
