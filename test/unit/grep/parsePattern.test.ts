import { describe, expect, test } from 'vitest';
import { isCoraError } from '../../../src/base/errors.ts';
import { compilePattern, printPattern } from '../../../src/grep/compilePattern.ts';
import { parsePattern } from '../../../src/grep/parsePattern.ts';

function explained(pattern: string): string {
  try {
    parsePattern(pattern);
  } catch (error) {
    if (isCoraError(error) && error.code === 'BAD_PATTERN') return `${error.message} | ${error.hint}`;
    throw error;
  }
  throw new Error(`${pattern} was accepted`);
}

describe('what is refused is explained', () => {
  test.each([
    ['f(x', 'this ( is never closed at character 2', 'Write \\( for the character'],
    ['a)', 'this ) closes nothing at character 2', 'Write \\)'],
    ['map[string', 'this [ is never closed at character 4', 'Write \\['],
    ['*.ts', '"*" has nothing to repeat at character 1', 'Write \\*'],
    ['a|*', '"*" has nothing to repeat at character 3', 'Write \\*'],
    ['^*', '"*" has nothing to repeat at character 2', 'Write \\*'],
    ['(?m)*', '"*" has nothing to repeat at character 5', 'Write \\*'],
    ['a**', '"*" repeats a repetition at character 3', 'brackets'],
    ['a++', '"+" repeats a repetition at character 3', 'brackets'],
    ['if x {', '"{" starts a count such as {2,5} at character 6', 'Write \\{'],
    ['a{3,1}', 'the count goes from more to fewer at character 2', 'Write {1,3}'],
    ['a{1001}', 'a count is at most 1000 at character 2', 'Use * or +'],
    ['(?=a)', 'look-around is not supported at character 1', '--fixed'],
    ['x(?<!a)', 'look-around is not supported at character 2', '--fixed'],
    ['(a)\\1', 'back references are not supported at character 4', '--fixed'],
    ['\\k<a>', 'back references are not supported at character 1', '--fixed'],
    ['(?x) a', 'the flag "x" is not supported at character 1', '--fixed'],
    ['(?>a)', 'this group is not known at character 1', '--fixed'],
    ['a\\', 'nothing follows the backslash at character 2', 'Write \\\\'],
    ['\\Qa', '\\Q is not known at character 1', 'Write \\\\Q'],
    ['a\\nb', 'one line at a time at character 2', 'Use $'],
    ['a\nb', 'one line at a time at character 2', '--fixed'],
    ['\\x{d800}', 'needs the number of a character at character 1', '\\x{1F600}'],
    ['[z-a]', 'the range goes backwards at character 2', 'Turn its ends'],
    ['[a-\\d]', 'a range goes from one character to another', '\\-'],
    ['[a&&b]', '"&&" inside a set means different things', 'Write \\&'],
    ['[a[b]]', '"[" inside a set means different things', 'Write \\['],
    ['[[:nope:]]', 'this class is not known at character 2', '[:alpha:]'],
    ['[\\b]', 'a set holds characters, not positions', 'outside'],
    ['😀😀(', 'this ( is never closed at character 3', '--fixed'],
  ])('%s', (pattern, problem, advice) => {
    expect(explained(pattern)).toContain(problem);
    expect(explained(pattern)).toContain(advice);
  });

  test('a hint is a sentence and always offers the text as it stands', () => {
    expect(explained('f(x')).toBe(
      'The pattern "f(x" can\'t be searched for: this ( is never closed at character 2. | Write \\( for the character, or search for the text as it stands with --fixed.',
    );
  });

  test('only the surroundings of the problem are quoted from a long pattern', () => {
    const message = explained(`${'x'.repeat(500)}(${'y'.repeat(500)}`);
    expect(message).toContain('at character 501');
    expect(message).toContain('…xxxxx');
    expect(message.length).toBeLessThan(250);
  });

  test.each([
    ['\\p{Klingon}', '\\p{Klingon} is not a known property'],
    ['(?:a{500}){500}', 'its repetitions multiply'],
    ['(?:a{900}|[^b]{900}|\\pL{900}|c{900}|d{900}|e{900})', 'it is too large'],
    ['', 'empty'],
    ['a'.repeat(10_001), 'longer than 10000 characters'],
  ])('by the compiler: %.60s', async (pattern, problem) => {
    const failure = compilePattern(pattern, { fixed: false, word: false, ignoreCase: false });
    await expect(failure).rejects.toMatchObject({ code: 'BAD_PATTERN', message: expect.stringContaining(problem) });
  });
});

describe('what is accepted is written for each engine', () => {
  test.each([
    ['a.c', 'a[^\\n]c', 'a(?:[^\\n]|(?-u:[\\x80-\\xff]){1,4})c'],
    ['^x$', '\\Ax\\z', '(?:^|^\\x{feff})x(?:$|\\r$)'],
    ['\\bx', '\\bx', '(?-u:\\b)x'],
    ['\\bx$', '\\bx\\z', 'x(?:$|\\r$)'],
    ['(?<n>a|b)*?', '(?:a|b)*?', '(?:a|b)*?'],
    ['(?i)a(?-i:b)(?m)', '(?i)a(?-i:b)', '(?i)a(?-i:b)'],
    ['[a\\-z\\]]', '[a\\x{2d}z\\x{5d}]', '[a\\x{2d}z\\x{5d}]'],
    ['[]a]', '[\\x{5d}a]', '[\\x{5d}a]'],
    ['[a-]', '[a\\x{2d}]', '[a\\x{2d}]'],
    ['\\/\\_\\u0041\\u{1F600}', '\\x{2f}\\x{5f}A\\x{1f600}', '\\x{2f}\\x{5f}A\\x{1f600}'],
    ['a{2}b{2,}c{2,5}d{0,1}', 'a{2}b{2,}c{2,5}d?', 'a{2}b{2,}c{2,5}d?'],
    ['\\d', '[\\d]', '[0-9]'],
    ['[^\\W_]', '[^\\W\\x{5f}]', '(?:[^[^0-9A-Z\\x{5f}a-z]\\x{5f}]|(?-u:[\\x80-\\xff]){1,4})'],
    ['[[:^digit:]]', '[[:^digit:]]', '(?:[[^0-9]]|(?-u:[\\x80-\\xff]){1,4})'],
    ['\\PL', '[\\P{L}]', '(?:[\\P{L}]|(?-u:[\\x80-\\xff]){1,4})'],
    ['[^a]', '[^a]', '(?:[^a]|(?-u:[\\x80-\\xff]){1,4})'],
    ['}]', '\\x{7d}\\x{5d}', '\\x{7d}\\x{5d}'],
  ])('%s', (pattern, re2, ripgrep) => {
    expect(printPattern(parsePattern(pattern), 're2', false)).toBe(re2);
    expect(printPattern(parsePattern(pattern), 'ripgrep', false)).toBe(ripgrep);
  });
});
