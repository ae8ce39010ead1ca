import { expect, it } from 'vitest';
import { compressText, compressTextBeside, decompressText } from '../../../src/share/artifact/archive.ts';

it('makes the same bytes beside as in place, also of several at once', async () => {
  const texts = Array.from({ length: 6 }, (_, at) =>
    Buffer.from(Array.from({ length: 20_000 * at }, (_, word) => `word${(word * 7919) % (100 + at)}`).join(' ')),
  );
  const packed = await Promise.all(texts.map(compressTextBeside));
  expect(packed.map((bytes) => bytes.toString('hex'))).toEqual(texts.map((text) => compressText(text).toString('hex')));
  expect(packed.map((bytes) => decompressText(bytes, 2 ** 21).equals(texts[packed.indexOf(bytes)]!))).toEqual(
    texts.map(() => true),
  );
});
