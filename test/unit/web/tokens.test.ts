/** Highlighted code: nothing of it is lost or added, whatever it is. */

import { describe, expect, it, vi } from 'vitest';
import { LANGUAGES } from '../../../src/languages/languages.ts';
import { markTokens, openerOf, plainLines, type Token } from '../../../src/web/code/codeLines.ts';
import fc from '../../helpers/fastCheck.ts';

// What the build writes into the page.
vi.stubGlobal(
  'HIGHLIGHTS',
  LANGUAGES.flatMap(({ name, highlight }) => (highlight === undefined ? [] : [[name, highlight]])),
);
const { highlightCode } = await import('../../../src/web/code/grammars.ts');

const textOf = (lines: readonly (readonly Token[])[]): string =>
  lines.map((tokens) => tokens.map(({ text }) => text).join('')).join('\n');

describe('highlighted code', () => {
  it('has the colours of its language', () => {
    const [line = []] = highlightCode('typescript', 'const a = "b"; // c') ?? [];
    expect(line.map(({ text, kind }) => [text, kind])).toEqual(
      expect.arrayContaining([
        ['const', 'keyword'],
        ['"b"', 'string'],
        ['// c', 'comment'],
      ]),
    );
  });

  it('is plain where the language is not known', () => {
    expect(highlightCode('no-such-language', 'a')).toBeNull();
  });

  it.each(['typescript', 'python', 'xml', 'markdown', 'tsx', 'zig'])('is the text itself: %s', (language) => {
    const hostile = fc.string({
      unit: fc.constantFrom('<', '>', '"', "'", '`', '/*', '*/', '"""', '\n', '&', 'a', '<script>', '${'),
    });
    fc.assert(
      fc.property(hostile, (text) => {
        expect(textOf(highlightCode(language, text) ?? [])).toBe(text);
      }),
    );
  });

  it('knows a comment or a docstring that began before it', () => {
    expect(openerOf('python', 'still doc\n"""\nx = 1')).toBe('"""');
    expect(openerOf('python', '"""doc"""\nx = 1')).toBe('');
    expect(openerOf('c', ' * more\n */\nint x;')).toBe('/*');
    expect(openerOf('c', 'int x; /* a */')).toBe('');
    expect(openerOf('bash', 'ls */')).toBe('');
    const lines = highlightCode('c', ' * more\n */\nint x;') ?? [];
    expect(lines).toHaveLength(3);
    expect(lines[0]?.[0]?.kind).toBe('comment');
  });
});

describe('marks', () => {
  it('cut tokens without losing their colours', () => {
    const tokens = [
      { text: 'openStore', kind: 'title' },
      { text: '(x)', kind: '' },
    ];
    expect(markTokens(tokens, [{ start: 4, end: 11 }])).toEqual([
      { text: 'open', kind: 'title' },
      { text: 'Store', kind: 'title', marked: true },
      { text: '(x', kind: '', marked: true },
      { text: ')', kind: '' },
    ]);
  });

  it('leave the text as it is', () => {
    const spans = fc
      .uniqueArray(fc.nat(30), { minLength: 0, maxLength: 8 })
      .map((ends) => ends.sort((a, b) => a - b))
      .map((ends) =>
        Array.from({ length: ends.length >> 1 }, (_, at) => ({ start: ends[2 * at]!, end: ends[2 * at + 1]! })),
      );
    fc.assert(
      fc.property(fc.string({ maxLength: 25 }), spans, (line, marked) => {
        const [tokens = []] = plainLines(line.replaceAll('\n', ' '));
        expect(textOf([markTokens(tokens, marked)])).toBe(line.replaceAll('\n', ' '));
      }),
    );
  });
});
