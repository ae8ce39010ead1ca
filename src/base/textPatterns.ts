/**
 * Patterns of letters and digits. A class of Unicode takes an engine half a millisecond to compile,
 * of which a question has none to lose; hardly any text of a repository needs one.
 */

/** Matches what is neither ASCII nor a space. */
const OTHER = /[^ -~\s]/;

/** @returns what chooses `plain` for a text of ASCII, in which `whole` finds the same */
export function patternFor(plain: RegExp, whole: RegExp): (text: string) => RegExp {
  return (text) => (OTHER.test(text) ? whole : plain);
}

export const LETTER_OR_DIGIT = patternFor(/[A-Za-z\d]/, /[\p{L}\p{N}]/u);
export const NO_LETTERS_OR_DIGITS = patternFor(/[^A-Za-z\d]+/g, /[^\p{L}\p{N}]+/gu);
const OF_WORD = patternFor(/[\w$]/, /[\p{L}\p{N}_$]/u);

/** True for what an identifier may consist of. */
export function isOfWord(character: string | undefined): boolean {
  return character !== undefined && OF_WORD(character).test(character);
}
