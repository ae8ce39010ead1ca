import { describe, expect, it } from 'vitest';
import { createKeywordFinder } from '../../../src/secrets/redact.ts';
import fc from '../../helpers/fastCheck.ts';

describe('keywords', () => {
  const letter = fc.constantFrom('a', 'B', 'c', '_', '=', ' ', '0', 'é');
  const keyword = fc.string({ unit: fc.constantFrom('a', 'b', 'C', '_', '=', ' '), minLength: 3, maxLength: 6 });

  it('are found wherever they stand, in either case, and nowhere else', () => {
    const property = fc.property(
      fc.uniqueArray(keyword, { maxLength: 20 }),
      fc.string({ unit: letter, maxLength: 200 }),
      (keywords, text) => {
        const bytes = Buffer.from(text);
        const found: [number, number][] = [];
        createKeywordFinder(keywords)(bytes, (number, at) => found.push([at, number]));
        const lower = bytes.toString('latin1').toLowerCase();
        const expected: [number, number][] = [];
        for (let at = 0; at < lower.length; at++) {
          keywords.forEach((one, number) => {
            if (lower.startsWith(one.toLowerCase(), at)) expected.push([at, number]);
          });
        }
        const byPlace = ([a, x]: [number, number], [b, y]: [number, number]): number => a - b || x - y;
        expect(found.sort(byPlace)).toEqual(expected.sort(byPlace));
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it('have three characters or more', () => {
    expect(() => createKeywordFinder(['pw'])).toThrow('too short: pw');
  });
});
