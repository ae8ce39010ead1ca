import { describe, expect, test } from 'vitest';
import { cutEnd, cutStart, visible, visibleCode, widthOf, wrap } from '../../../../src/base/renderText.ts';
import { linkTo } from '../../../../src/cli/terminal.ts';
import fc from '../../../helpers/fastCheck.ts';

describe('nothing from a repository steers the terminal', () => {
  test.each([
    ['\x1b[31mred\x1b[0m', '\\x1b[31mred\\x1b[0m'],
    ['\x1b]8;;http://evil\x07link', '\\x1b]8;;http://evil\\x07link'],
    ['\x9b31m', '\\x9b31m'],
    ['a\nb\rc\td', 'a\\nb\\rc\\td'],
    ['\x08\x7f\0', '\\x08\\x7f\\x00'],
    ['access\u202e\u2066// check\u2069', 'access\\u202e\\u2066// check\\u2069'],
    ['line\u2028separator', 'line\\u2028separator'],
    ['\ud800', '\ufffd'],
    ['naïve 日本語 😀 👩‍💻', 'naïve 日本語 😀 👩‍💻'],
  ])('%j', (text, expected) => {
    expect(visible(text)).toBe(expected);
  });

  test('whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visible(text)).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]|\p{Cs}/u);
        expect(visibleCode(text)).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]|\p{Cs}/u);
        expect(visible(visible(text))).toBe(visible(text));
      }),
    );
  });
});

test('tabs end at the next stop, a line ending is dropped', () => {
  expect(visibleCode('\ta\tbc\td\r')).toBe('    a   bc  d');
  expect(visibleCode('a\rb')).toBe('a\\rb');
});

test('widths are columns, not characters', () => {
  expect(widthOf('abc')).toBe(3);
  expect(widthOf('日本')).toBe(4);
  expect(widthOf('e\u0301')).toBe(1);
  expect(widthOf('😀')).toBe(2);
});

test('cuts keep to the width', () => {
  expect(cutEnd('abcdef', 6)).toBe('abcdef');
  expect(cutEnd('abcdefg', 6)).toBe('abcde…');
  expect(cutEnd('日本語日本語', 6)).toBe('日本…');
  expect(cutStart('src/deep/down/file.ts', 12)).toBe('…own/file.ts');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, width) => {
      expect(widthOf(cutEnd(visible(text), width))).toBeLessThanOrEqual(width);
      expect(widthOf(cutStart(visible(text), width))).toBeLessThanOrEqual(width);
    }),
  );
});

test('text is wrapped at spaces', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrap('enormous word', 4)).toEqual(['enormous', 'word']);
});

test('a link cannot be left by what is in a path', () => {
  const link = linkTo('/repo/a\x1b\\b #1.ts', 7, 'label');
  expect(link).toBe('\x1b]8;;file:///repo/a%1B%5Cb%20%231.ts#7\x1b\\label\x1b]8;;\x1b\\');
});
