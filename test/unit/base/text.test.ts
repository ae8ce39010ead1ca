import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText, isBinary, sliceLines, textOf } from '../../../src/text.ts';

describe('sliceLines', () => {
  it('gives the lines that split gives', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('', 'a', 'bc', 'ü\r'), { maxLength: 8 }),
        fc.boolean(),
        fc.nat(9),
        fc.nat(9),
        (lines, ended, first, more) => {
          const text = lines.join('\n') + (ended ? '\n' : '');
          const all = text.endsWith('\n') ? text.slice(0, -1).split('\n') : text.split('\n');
          const from = first + 1;
          if (from > all.length) return;
          const expected = all.slice(from - 1, from + more);
          expect(sliceLines(text, from, from + more)).toEqual({
            text: expected.join('\n'),
            lastLine: from + expected.length - 1,
          });
        },
      ),
    );
  });
});

describe('decodeText', () => {
  const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

  it('tells text from binary, and reads UTF-16', () => {
    expect(isBinary(Buffer.from('a\0b'))).toBe(true);
    expect(isBinary(utf16('ab'))).toBe(false);
    expect(textOf(utf16('a\nb'))).toBe('\ufeffa\nb');
    expect(textOf(Buffer.from('a\0b'))).toBeNull();
    expect(decodeText(utf16('a\nb'))).toMatchObject({ encoding: 'utf-16le', lineStarts: [0, 6, 8] });
  });

  it('keeps line numbers where bytes are not UTF-8', () => {
    const decoded = decodeText(Buffer.from([0x61, 0xff, 0x0a, 0x62]))!;
    expect(decoded.text).toBe('a\ufffd\nb');
    expect(decoded.lineStarts).toEqual([0, 3, 4]);
  });
});
