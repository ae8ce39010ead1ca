import { describe, expect, it } from 'vitest';
import { decodeText, isBinary, textOf } from '../../../src/text.ts';

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
