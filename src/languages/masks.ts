/**
 * Sources of patterns for comments and strings. A language lists those that it has;
 * graph/maskCode.ts blanks what they match.
 */

export const STRING = String.raw`"(?:\\.|[^"\\\n])*"?`;
export const SINGLE = String.raw`'(?:\\.|[^'\\\n])*'?`;
/** Here ' opens one character, a lifetime or a digit group, never a text. */
const CHARACTER = String.raw`'(?:\\.[^'\n]{0,8}|[^'\\\n])'`;
export const BLOCK = String.raw`\/\*[^]*?(?:\*\/|$)`;
const SLASHES = '\\/\\/[^\\n]*';
const TEMPLATE = '`(?:\\\\.|[^`\\\\])*`?';
export const TRIPLE = `"""[^]*?(?:"""|$)`;
export const HASH = '(?<![$\\w{])#[^\\n]*';

/** Comments of C, and texts in all kinds of quotes. */
export const SLASH_MASK: readonly string[] = [BLOCK, SLASHES, TRIPLE, STRING, SINGLE, TEMPLATE];
/** For languages in which a single quote opens one character. */
export const CHARACTER_MASK: readonly string[] = [BLOCK, SLASHES, TRIPLE, STRING, CHARACTER, TEMPLATE];
export const HASH_MASK: readonly string[] = [HASH, STRING, SINGLE];
export const DASH_MASK: readonly string[] = ['--\\[\\[[^]*?(?:\\]\\]|$)', '--[^\\n]*', STRING, SINGLE];
/** Comments of C and of a shell; an attribute is no comment. */
export const PHP_MASK: readonly string[] = [BLOCK, SLASHES, '#(?!\\[)[^\\n]*', TRIPLE, STRING, SINGLE, TEMPLATE];

/**
 * Blanks a text, at the same offsets and on as many lines: what a grammar cannot read, and what is
 * in another language.
 */
export function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
