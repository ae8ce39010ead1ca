import { describe, expect, it } from 'vitest';
import { readGrepCommand, readGrepInput, subjectOf } from '../../../src/grep/readGrepCall.ts';

const patternOf = (line: string) => readGrepCommand(line)?.pattern ?? null;
const subject = (line: string) => {
  const call = readGrepCommand(line);
  return call === null ? null : subjectOf(call);
};

describe('readGrepCommand', () => {
  it.each([
    ['grep -rn "class Foo" src', 'class Foo', ['src']],
    ["cd lib && rg -n 'a b' --type py -g '*.py' one two | head -5", 'a b', ['one', 'two']],
    ['rg -tpy -C3 -e foo_bar .', 'foo_bar', []],
    ['grep --include "*.ts" -rn --regexp=fooBar', 'fooBar', []],
    ['git grep -n fooBar -- src', 'fooBar', ['src']],
    ['/usr/bin/grep -r foo\\ bar . 2>/dev/null', 'foo bar', []],
    ['ls -la; grep -rF "a|b" x >out.txt', 'a|b', ['x']],
    ['grep -r -A 5 -m1 word src', 'word', ['src']],
  ])('%s', (line, pattern, paths) => {
    expect(readGrepCommand(line)).toMatchObject({ pattern, paths });
  });

  it('reads the basic syntax of grep, where an operator has a backslash', () => {
    expect(patternOf('grep -r "a\\|b" .')).toBe('a|b');
    expect(patternOf('grep -r "f(x)" .')).toBe('f\\(x\\)');
    expect(patternOf('grep -rE "a|f\\(x" .')).toBe('a|f\\(x');
    expect(patternOf('rg "a|f\\(x"')).toBe('a|f\\(x');
  });

  it('has nothing to say of what filters, inverts, or needs a shell', () => {
    for (const line of [
      'cat x.py | grep foo',
      'grep -v foo -r .',
      'grep -L foo -r .',
      'rg "$NAME" src',
      'grep `cat pattern` .',
      'grep "$(cat p)" .',
      'cat <<EOF\ngrep foo\nEOF',
      'npm test',
      'grep',
      'grep "open',
    ])
      expect(readGrepCommand(line), line).toBeNull();
    expect(readGrepInput({ pattern: 3 })).toBeNull();
    expect(readGrepInput({ pattern: 'a', path: 'src', '-i': true })).toMatchObject({
      ignoreCase: true,
      paths: ['src'],
    });
  });
});

describe('subjectOf', () => {
  it.each([
    ['rg "^class Foo\\b"', { kind: 'definition', names: ['Foo'] }],
    ['rg "export (default )?class"', { kind: 'exact' }],
    ['rg "export async function\\s+runIt\\("', { kind: 'definition', names: ['runIt'] }],
    ['rg "func \\(r \\*Reader\\) Read\\("', { kind: 'definition', names: ['Read'] }],
    ['rg "class सूची"', { kind: 'definition', names: ['सूची'] }],
    ['rg "def a_b|class Cde"', { kind: 'definition', names: ['a_b', 'Cde'] }],
    ['grep -rn "interface Foo<" src', { kind: 'definition', names: ['Foo'] }],
    ['rg "(fooBar|do_it)"', { kind: 'name', names: ['fooBar', 'do_it'] }],
    ['rg "visit\\("', { kind: 'name', names: ['visit'] }],
    ['rg "Session\\.open"', { kind: 'name', names: ['Session.open'] }],
    ['rg -w total', { kind: 'name', names: ['total'] }],
    ['rg retry', { kind: 'words', text: 'retry' }],
    ['rg -i "rate.?limit|throttle"', { kind: 'exact' }],
    ['rg -i "rate limit|throttle"', { kind: 'words', text: 'rate limit throttle' }],
    ['rg "retry.*backoff"', { kind: 'words', text: 'retry backoff' }],
    ['rg "could not connect to the server"', { kind: 'exact' }],
    ['rg "connection refused"', { kind: 'exact' }],
    ['rg "x == 3"', { kind: 'exact' }],
    ['rg "[a-z]+Error"', { kind: 'exact' }],
    ['rg fooBar src/a.ts', { kind: 'file' }],
    ['rg fooBar src/a.ts lib', { kind: 'name', names: ['fooBar'] }],
  ])('%s', (line, expected) => {
    expect(subject(line)).toEqual(expected);
  });

  // Minutes where the time grows with the square of the length: the test's own limit tells.
  it('reads long lines in the time that their length takes', () => {
    for (const text of ['(', '|', '\\', 'a b ', '<', '"', "'", '$', '.*', 'func (', '{'])
      expect(() => subject(`rg ${text.repeat(500_000)}`)).not.toThrow();
    for (const text of ['((', 'a|', '\\|', ' b', '.*', 'func (', '\\s']) {
      const pattern = text.repeat(250_000);
      expect(() => subjectOf({ pattern, isFixed: false, ignoreCase: false, isWord: false, paths: [] })).not.toThrow();
    }
  });
});
