/** Words of a dictionary that somebody else wrote: chosen for their hashes, long, out of order. */

import { describe, expect, it } from 'vitest';
import { isCoraError } from '../../../src/base/errors.ts';
import { hashOfTerms, hashOfText } from '../../../src/engine/rowWords.ts';
import { type HashSeed, type SharedTerms, TermSharer, termNumber, UNKNOWN } from '../../../src/engine/wordsByRow.ts';

function shared(words: readonly string[], seed?: HashSeed): SharedTerms {
  const sharer = new TermSharer(words.length, seed);
  for (const word of words) sharer.add(Buffer.from(word));
  return sharer.finish();
}

function numbersOf(terms: SharedTerms, words: readonly string[]): number[] {
  return words.map((word) => termNumber(terms, word));
}

/** With a multiplier of 1 a hash is the exclusive or of all letters: their order does not matter. */
const WEAK: HashSeed = [0, 1];

describe('a shared dictionary', () => {
  it('finds each word by its letters and no other one', () => {
    const words = ['def:größe', 'für', 'ref:a', 'x', 'x1', '東京', '\u{1f600}'].sort();
    const terms = shared(words);
    expect(numbersOf(terms, words)).toEqual([...words.keys()]);
    expect(numbersOf(terms, ['', 'fu', 'fü', 'für ', 'xx', '東', '\u{1f601}'])).toEqual(new Array(7).fill(UNKNOWN));
    const sequence = [3, 0, 3, 5, 6];
    const text = sequence.map((term) => words[term]).join(' ');
    expect(hashOfTerms(Int32Array.from(sequence), sequence.length, terms)).toEqual({
      hash: hashOfText(text),
      characters: text.length,
    });
    expect(hashOfTerms(Int32Array.of(), 0, terms)).toEqual({ hash: hashOfText(''), characters: 0 });
  });

  it('tells words apart that share their hashes', () => {
    const words = ['abc', 'acb', 'bac', 'bca', 'cab', 'cba'];
    const terms = shared(words, WEAK);
    expect(numbersOf(terms, words)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(termNumber(terms, 'ab')).toBe(UNKNOWN);
    // Another word with the same hash.
    expect(termNumber(terms, 'aabbabc')).toBe(UNKNOWN);
    expect(numbersOf(shared(words.slice(1), WEAK), words)).toEqual([UNKNOWN, 0, 1, 2, 3, 4]);
  });

  it('takes words of a million letters', () => {
    const long = 'a'.repeat(2 ** 20);
    const terms = shared(['a', long, `${long}b`, 'b']);
    expect(numbersOf(terms, ['a', long, `${long}b`, 'b', `${long}a`, `${long}bb`])).toEqual([
      ...[0, 1, 2, 3, UNKNOWN, UNKNOWN],
    ]);
  });

  it.each([
    ['twice', ['a', 'a']],
    ['before another one', ['b', 'a']],
    ['behind a longer one', ['ab', 'a']],
    // In UTF-8 it comes later, in UTF-16 earlier.
    ['by its bytes', ['\uffff', '\u{1f600}']],
  ])('has no word %s', (_, words) => {
    expect(() => shared(words)).toThrow(
      expect.toSatisfy((error) => isCoraError(error) && error.code === 'BROKEN_INDEX'),
    );
  });
});
