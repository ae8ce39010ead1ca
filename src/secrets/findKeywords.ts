/**
 * Where any of many short words stands in bytes, in one pass: a table says of each three bytes which words begin with them, and only
 * these are compared. It is made in a millisecond; an automaton takes ten, and a command that looks into a few files has no more.
 */

export type FindKeywords = (bytes: Uint8Array, found: (keyword: number, at: number) => void) => void;

/** The beginning that is looked up. */
const HEAD = 3;

/** @param keywords ASCII, three characters or more, matched in either case; `found` is told their places in this list, and where each begins */
export function createKeywordFinder(keywords: readonly string[]): FindKeywords {
  const letters = Buffer.from(keywords.join(''));
  const { classOf, bits } = classesOf(letters);
  for (let at = 0; at < letters.length; at++) letters[at] = classOf[letters[at]!]!;
  const mask = (1 << (bits * HEAD)) - 1;
  // The first word of a head, and behind each word the next one of its head: as numbers from 1.
  const first = new Uint16Array(mask + 1);
  const next = new Uint16Array(keywords.length + 1);
  const starts = new Uint32Array(keywords.length + 1);
  let start = 0;
  for (let number = 1; number <= keywords.length; number++) {
    const { length } = keywords[number - 1]!;
    if (length < HEAD) throw new RangeError(`a keyword is too short: ${keywords[number - 1]}`);
    const head = (((letters[start]! << bits) | letters[start + 1]!) << bits) | letters[start + 2]!;
    next[number] = first[head]!;
    first[head] = number;
    start += length;
    starts[number] = start;
  }
  const goesOn = (bytes: Uint8Array, at: number, from: number, end: number): boolean => {
    if (at + end - from > bytes.length) return false;
    for (let letter = from; letter < end; letter++)
      if (classOf[bytes[at + letter - from]!] !== letters[letter]) return false;
    return true;
  };
  return (bytes, found) => {
    let head = 0;
    for (let at = 0; at < bytes.length; at++) {
      head = ((head << bits) | classOf[bytes[at]!]!) & mask;
      for (let number = first[head]!; number !== 0; number = next[number]!) {
        const from = starts[number - 1]! + HEAD;
        if (goesOn(bytes, at + 1, from, starts[number]!)) found(number - 1, at + 1 - HEAD);
      }
    }
  };
}

/** Bytes that no keyword holds are one class, 0; the two cases of a letter are one. */
function classesOf(letters: Uint8Array): { classOf: Uint8Array; bits: number } {
  const classOf = new Uint8Array(256);
  let classes = 1;
  for (const byte of letters) {
    const isUpper = byte >= 65 && byte <= 90;
    const lower = isUpper ? byte | 32 : byte;
    if (classOf[lower] === 0) classOf[lower] = classes++;
  }
  for (let upper = 65; upper <= 90; upper++) classOf[upper] = classOf[upper | 32]!;
  return { classOf, bits: Math.ceil(Math.log2(classes)) };
}
