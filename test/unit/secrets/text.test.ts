import { describe, expect, it } from 'vitest';
import { plainText } from '../../../src/base/decodeText.ts';
import { decodedText, decodeText, isBinary, originalText } from '../../../src/secrets/text.ts';
import fc from '../../helpers/fastCheck.ts';

describe('decodeText', () => {
  const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

  it('tells text from binary, and reads UTF-16', () => {
    expect(isBinary(Buffer.from('a\0b'))).toBe(true);
    expect(isBinary(utf16('ab'))).toBe(false);
    expect(decodedText(utf16('a\nb'))).toBe('\ufeffa\nb');
    expect(decodedText(Buffer.from('a\0b'))).toBeNull();
    expect(decodeText(utf16('a\nb'))).toMatchObject({ encoding: 'utf-16le', lineStarts: [0, 6, 8] });
  });

  it('calls binary what has a NUL anywhere, UTF-16 with that character, and UTF-16 with a secret in another encoding', () => {
    const token = `ghp_${'aB3dE5gH7j'.repeat(4).slice(0, 36)}`;
    const log = Buffer.from('a line of a log\n'.repeat(600));
    expect(log.length).toBeGreaterThan(8000);
    const hidden = [
      Buffer.concat([log, Buffer.from(`key ${token}\n`, 'utf16le')]),
      Buffer.concat([log, Buffer.from(`key ${token.slice(0, 9)}\0${token.slice(9)}\n`)]),
      Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), utf32(token)]),
      Buffer.concat([Buffer.from([0, 0, 0xfe, 0xff]), utf32(token).reverse()]),
      Buffer.concat([utf16(log.toString()), Buffer.from(token)]),
      Buffer.concat([utf16(log.toString()), Buffer.from(token, 'utf16le').swap16()]),
      utf16(`${token.slice(0, 9)}\0${token.slice(9)}`).swap16(),
    ];
    for (const bytes of hidden) {
      expect(isBinary(bytes)).toBe(true);
      expect(decodeText(bytes)).toBeNull();
      expect([decodedText(bytes), originalText(bytes)]).toEqual([null, null]);
    }
    expect(decodedText(Buffer.concat([log, Buffer.from(token)]))).not.toContain(token);
    // Odd bytes in UTF-16's order, but no NUL character.
    expect(isBinary(utf16('\u0100\u0001\u0100'))).toBe(false);
  });

  it('has the same original text without the rules, or leaves it to them', () => {
    const starts = fc.constantFrom([], [0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf]);
    const bytes = fc.tuple(starts, fc.array(fc.integer({ min: 0, max: 255 }).filter((byte) => byte % 16 !== 0)));
    fc.assert(
      fc.property(bytes, ([start, rest]) => {
        const all = Uint8Array.from([...start, ...rest]);
        const plain = plainText(all);
        const wide = all.length % 2 === 0 && start.length === 2;
        expect(plain).toBe(wide ? null : originalText(all));
      }),
    );
    expect(plainText(Buffer.from('a\0b'))).toBeNull();
  });

  it('keeps line numbers where bytes are not UTF-8', () => {
    const decoded = decodeText(Buffer.from([0x61, 0xff, 0x0a, 0x62]))!;
    expect(decoded.text).toBe('a\ufffd\nb');
    expect(decoded.lineStarts).toEqual([0, 3, 4]);
  });
});

/** Little-endian. */
function utf32(text: string): Buffer {
  return Buffer.concat([...text].map((one) => Buffer.from([one.charCodeAt(0), 0, 0, 0])));
}
